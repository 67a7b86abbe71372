import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getClient } from '#contract/clients/client.ts'
import {
  clientOperations,
  type OperationBlockReason,
  operationBlockReasons,
} from '#contract/clients/operation-eligibility.ts'
import { listClients } from '#contract/clients.ts'
import { createTestTenant } from '#test/harness/tenant.ts'

type Tenant = Awaited<ReturnType<typeof createTestTenant>>
let t: Tenant
let admin: Awaited<ReturnType<Tenant['as']>>

const blocked = (blockKind: string) => ({ blockKind, blockReason: 'Una prueba', blockedAt: '2026-06-01T10:00:00Z' })
/** A client for each reason, who has no other. */
const fieldsByReason: Record<OperationBlockReason, Record<string, unknown>> = {
  blockDeath: blocked('death'),
  blockLegal: blocked('legal'),
  blockCommercial: blocked('commercial'),
  blockDocuments: blocked('documents'),
  guardianMissing: { birthDate: '2008-06-16' },
  pepUnapproved: { pep: true },
  kycMissing: { kycStatus: 'missing' },
  kycUnverified: { kycStatus: 'unverified' },
  kycPending: { kycStatus: 'pending' },
  kycRejected: { kycStatus: 'rejected' },
  kycFailed: { kycStatus: 'failed' },
  dniMissing: { dniPermanent: false, dniValidUntil: null },
  dniExpired: { dniPermanent: false, dniValidUntil: '2026-06-14' },
  addressMissing: { addressStatus: 'no_data' },
  addressRejected: { addressStatus: 'rejected' },
  lopdUnsigned: { lopdStatus: 'viewed' },
  lopdRefused: { lopdStatus: 'refused' },
  lopdWithdrawn: { lopdStatus: 'withdrawn' },
  reviewOverdue: { nextReviewOn: '2026-06-14' },
  restricted: { restrictedAt: '2026-06-14T10:00:00Z' },
}
const clientIds = new Map<OperationBlockReason, string>()

beforeAll(async () => {
  t = await createTestTenant('dino')
  admin = await t.as('admin')
  const make = async (fields: Record<string, unknown>, given: object = {}) => {
    const { id } = await t.make.client({ checked: true, ...given })
    await t.db.updateTable('client').set(fields).where('id', '=', id).execute()
    return id
  }
  // Of age today; not yet overdue; approved; a company without a document: nothing stops these.
  await make({ birthDate: '2008-06-15' })
  await make({ nextReviewOn: '2026-06-15' })
  await make({ pep: true, pepApprovedAt: '2026-01-01T10:00:00Z' })
  await make({ dniPermanent: false, dniValidUntil: null }, { kind: 'company', surname: '' })
  for (const reason of operationBlockReasons) clientIds.set(reason, await make(fieldsByReason[reason]))
  await sql`select refresh_client_list()`.execute(t.db)
})
afterAll(() => t.drop())

const listIds = async (query: Record<string, unknown>) => {
  const { rows } = (await admin.send(listClients.page, { query })).json() as { rows: { id: string }[] }
  return rows.map(({ id }) => id)
}

test.each(operationBlockReasons)('the filter on %s finds the client of whom the verdict says it', async (reason) => {
  const clientId = clientIds.get(reason)!
  expect(await listIds({ stoppedBy: reason })).toEqual([clientId])
  const { canOperate } = await admin.call(getClient, { params: { clientId } })
  expect(new Set(clientOperations.flatMap((operation) => canOperate[operation].reasons))).toEqual(new Set([reason]))
})

test('several reasons find the clients of any of them, with their count', async () => {
  const query = { stoppedBy: 'reviewOverdue,blockLegal,guardianMissing' }
  expect(await listIds(query)).toHaveLength(3)
  expect((await admin.send(listClients.count, { query })).json()).toMatchObject({ total: 3 })
})
