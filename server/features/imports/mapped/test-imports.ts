import { expect } from 'vitest'
import { approveChangeRequest } from '#contract/approvals.ts'
import type { ImportKind } from '#contract/imports/fields.ts'
import { listImportedRows, listImportFaults } from '#contract/imports/rows.ts'
import {
  checkImport,
  getImport,
  type ImportFileFormat,
  type ImportMapping,
  setImportFormat,
  submitImport,
  uploadImport,
} from '#contract/imports.ts'
import { secretBox } from '#server/core/secret-box.ts'
import { clientAuditPurpose } from '#server/domain/client-audit-values.ts'
import { verifyLedger } from '#server/features/ledger/verify-ledger.ts'
import { createTestTenant, type TestTenant } from '#test/harness/tenant.ts'
import { runImports } from './run-imports.ts'

export const today = '2026-06-15'

const getImportNow = () => Date.parse(`${today}T10:00:00Z`)

/** Makes accounts whose numbers people write, with so much in them. */
const buildAccountFactory = (t: TestTenant) => {
  let n = 0
  return async (given: Parameters<typeof t.make.account>[0] & { balance?: string } = {}) => {
    const { balance, ...rest } = given
    const made = await t.make.account(rest)
    const number = `D-EVAS-12-${String(8000000 + ++n)}`
    await t.db.updateTable('account').set({ number }).where('id', '=', made.id).execute()
    if (balance) await t.make.movement(made.id, balance)
    return { ...made, number }
  }
}

/** What the worker does. */
const runTestImports = (t: TestTenant, attempt: number, failures: unknown[]) =>
  runImports({
    db: t.db,
    prefix: t.prefix,
    box: secretBox(t.secret, clientAuditPurpose),
    day: today,
    now: getImportNow,
    attempt,
    onError: (error) => void failures.push(error),
  })

/** A firm with somebody who imports and somebody who says yes. */
export const createImportFixture = async (tenant?: TestTenant) => {
  const t = tenant ?? (await createTestTenant('dino'))
  const admin = await t.as('admin')
  const direction = await t.as('direction')
  type Caller = typeof admin
  const failures: unknown[] = []

  const account = buildAccountFactory(t)
  const upload = async (text: string | Uint8Array, kind: ImportKind = 'movements', by: Caller = admin) => {
    const content = new Blob([text as BlobPart], { type: 'application/octet-stream' })
    return (await by.call(uploadImport, { query: { kind, fileName: 'movimientos.csv' }, content })).id
  }
  const detail = (importId: string, by: Caller = admin) => by.call(getImport, { params: { importId } })
  const reread = async (importId: string, form: Partial<ImportFileFormat>, mapping?: ImportMapping) => {
    const found = await detail(importId)
    const body = { form: { ...found.form, ...form }, mapping: mapping ?? found.mapping }
    return admin.call(setImportFormat, { params: { importId }, body })
  }
  /** Until it is done: on a busy machine a check goes on after its answer. */
  const check = async (importId: string, by: Caller = admin) => {
    const answer = await by.call(checkImport, { params: { importId } })
    if (!answer.checking) return answer
    await expect.poll(async () => (await detail(importId, by)).checking, { timeout: 30_000 }).toBe(false)
    return detail(importId, by)
  }
  const submit = async (importId: string, leaveOut = false) => {
    const { checkedAt } = await detail(importId)
    const body = { checkedAt: checkedAt!, leaveOut, reason: 'Cambio de sistema' }
    return admin.call(submitImport, { params: { importId }, body })
  }
  const letGo = (approvalId: string | null) =>
    direction.call(approveChangeRequest, { params: { approvalId: approvalId! }, body: {} })
  const run = (attempt = 1) => runTestImports(t, attempt, failures)
  const faults = async (importId: string) =>
    (await admin.call(listImportFaults.page, { params: { importId }, query: { pageSize: 200 } })).rows.map(
      ({ line, field, fault, value }) => ({ line, field, fault, value }),
    )
  const rows = async (importId: string) =>
    (await admin.call(listImportedRows.page, { params: { importId }, query: { pageSize: 200 } })).rows
  return {
    t,
    admin,
    direction,
    failures,
    account,
    upload,
    detail,
    reread,
    check,
    submit,
    letGo,
    run,
    faults,
    rows,
    /** From a file to the books. */
    imported: async (text: string | Uint8Array, kind: ImportKind = 'movements', leaveOut = false) => {
      const importId = await upload(text, kind)
      await check(importId)
      const { approvalId } = await submit(importId, leaveOut)
      await letGo(approvalId)
      await run()
      return importId
    },
    balanceOf: async (accountId: string) =>
      (
        await t.db
          .selectFrom('accountBalance')
          .where('accountId', '=', accountId)
          .select('balance')
          .executeTakeFirstOrThrow()
      ).balance,
    differences: async () =>
      (await verifyLedger({ ownerUrl: t.ownerUrl, secret: t.secret, prefix: 'dino' } as never, undefined)).differences,
  }
}
