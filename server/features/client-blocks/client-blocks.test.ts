import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { approveChangeRequest } from '#contract/approvals.ts'
import { blockClient, liftClientBlock } from '#contract/client-blocks.ts'
import { getClient } from '#contract/clients/client.ts'
import type { blockKinds } from '#contract/clients.ts'
import { setSecondFactorRequired } from '#server/domain/approvals.ts'
import { catchRefusalCode } from '#test/harness/catch-refusal.ts'
import { createTestTenant } from '#test/harness/tenant.ts'

type Tenant = Awaited<ReturnType<typeof createTestTenant>>
type Caller = Awaited<ReturnType<Tenant['as']>>
type BlockKind = (typeof blockKinds)[number]
let t: Tenant
let manager: Caller
let direction: Caller
let managerRecord: { id: string; cvl: string }
let clientId: string

beforeAll(async () => {
  t = await createTestTenant('dino')
  await setSecondFactorRequired(t.db, false)
  managerRecord = await t.make.employee()
  manager = await t.as('manager', managerRecord.cvl)
  direction = await t.as('direction')
})
afterAll(() => t.drop())
beforeEach(async () => {
  clientId = (await t.make.client({ staff: { manager: managerRecord.id }, checked: true })).id
})

const block = (kind: BlockKind, more: object = {}, caller = manager) =>
  caller.call(blockClient, {
    params: { clientId },
    body: { kind, reason: 'Un motivo', expectedEnd: null, ...more },
  })
const lift = (kind: BlockKind, caller = manager) =>
  caller.call(liftClientBlock, { params: { clientId, kind }, body: { reason: 'Está resuelto' } })
const fetchClient = (caller = manager) => caller.call(getClient, { params: { clientId } })
const approve = ({ approvalId }: { approvalId: string | null }) =>
  direction.call(approveChangeRequest, { params: { approvalId: approvalId! }, body: {} })

describe('blocking a client', () => {
  test('stops new money at once for a commercial reason', async () => {
    expect(await block('commercial', { reason: 'Reclamación', expectedEnd: '2026-09-01' })).toEqual({
      state: 'done',
      approvalId: null,
    })
    const { blocks, canOperate } = await fetchClient()
    expect(blocks).toMatchObject([
      { kind: 'commercial', reason: 'Reclamación', byName: manager.username, expectedEnd: '2026-09-01' },
    ])
    expect(canOperate).toMatchObject({ in: { allowed: false }, out: { allowed: true, withApproval: true } })
    expect(await catchRefusalCode(block('commercial'))).toBe('client.alreadyBlocked')
    expect(await catchRefusalCode(block('documents', { expectedEnd: '2026-06-15' }))).toBe('request.invalid')
  })

  test.each(['legal', 'death'] as const)('freezes all money for %s once a second person agrees', async (kind) => {
    const proposed = await block(kind, { reason: 'Requerimiento 12/2026' })
    expect(proposed.state).toBe('pending')
    expect((await fetchClient()).blocks).toEqual([])
    expect(await catchRefusalCode(block(kind))).toBe('client.blockWaits')
    await approve(proposed)
    const { blocks, canOperate } = await fetchClient()
    expect(blocks).toMatchObject([{ kind, reason: null }])
    expect((await fetchClient(direction)).blocks).toMatchObject([{ kind, reason: 'Requerimiento 12/2026' }])
    for (const operation of ['in', 'out', 'renew'] as const) expect(canOperate[operation].allowed).toBe(false)
    const { rows } = await t.owner.query(
      `select after from dino.audit_event where action = 'client.blocked' and entity_id = $1`,
      [clientId],
    )
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain('Requerimiento')
  })

  test('refuses clients out of scope and relatives of the caller', async () => {
    const other = await t.as('manager', (await t.make.employee()).cvl)
    expect(await catchRefusalCode(block('commercial', {}, other))).toBe('notFound')
    await t.owner.query(
      `insert into dino.declared_relative (employee_id, relative_client_id, relation) values ($1, $2, 'sibling')`,
      [managerRecord.id, clientId],
    )
    expect(await catchRefusalCode(block('commercial'))).toBe('approval.ownRecord')
  })
})

describe('lifting a block', () => {
  test('waits for a second person and leaves the other blocks', async () => {
    await block('commercial')
    await block('documents')
    const proposed = await lift('documents')
    expect(proposed.state).toBe('pending')
    expect(await catchRefusalCode(lift('documents'))).toBe('client.blockWaits')
    expect((await fetchClient()).blocks.map(({ kind }) => kind)).toEqual(['documents', 'commercial'])
    await approve(proposed)
    expect((await fetchClient()).blocks.map(({ kind }) => kind)).toEqual(['commercial'])
    await approve(await lift('commercial'))
    expect(await fetchClient()).toMatchObject({ blocks: [], canOperate: { in: { allowed: true } } })
    expect(await catchRefusalCode(lift('commercial'))).toBe('client.notBlocked')
  })

  test('lifts an imported block, which stands on the client alone', async () => {
    await t.owner.query(
      `update dino.client set block_kind = 'commercial', block_reason = 'De antes', blocked_at = '2026-01-05T09:00:00Z' where id = $1`,
      [clientId],
    )
    await approve(await block('legal'))
    expect((await fetchClient(direction)).blocks).toMatchObject([
      { kind: 'legal' },
      { kind: 'commercial', reason: 'De antes', since: '2026-01-05T09:00:00Z', byName: null },
    ])
    await approve(await lift('legal'))
    await approve(await lift('commercial'))
    expect((await fetchClient()).blocks).toEqual([])
    const { rows } = await t.owner.query(
      `select kind, lift_reason from dino.client_block where client_id = $1 and lifted_at is not null order by kind`,
      [clientId],
    )
    expect(rows.map(({ kind }) => kind)).toEqual(['commercial', 'legal'])
  })

  test('refuses a decision on a block that is no longer as it was', async () => {
    await block('commercial')
    const proposed = await lift('commercial')
    await t.owner.query(
      `update dino.client_block set lifted_at = blocked_at, lift_reason = 'Otra vía' where client_id = $1`,
      [clientId],
    )
    await t.owner.query(
      `update dino.client set block_kind = null, block_reason = null, blocked_at = null where id = $1`,
      [clientId],
    )
    expect(await catchRefusalCode(approve(proposed))).toBe('approval.changedSince')
  })
})
