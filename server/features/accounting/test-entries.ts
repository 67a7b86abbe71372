import { randomUUID } from 'node:crypto'
import { proposeJournalEntry } from '#contract/accounting/entries.ts'
import { approveChangeRequest } from '#contract/approvals.ts'
import { getAccount } from '#contract/clients/client.ts'
import { idempotencyKeyHeader } from '#contract/core/endpoint.ts'
import { createTestTenant } from '#test/harness/tenant.ts'

export const today = '2026-06-15'
type LedgerSide = 'debit' | 'credit'
const buildLine =
  (side: LedgerSide) =>
  (ledger: string, amount: string, more: object = {}) => ({ ledger, side, amount, ...more })
export const buildDebitLine = buildLine('debit')
export const buildCreditLine = buildLine('credit')
export const buildExpectedError = (status: number, code: string, fields?: object) => ({
  status,
  code,
  ...(fields && { fields }),
})

/** What a journal by hand is asked for with, where a test says nothing else. */
export const defaultEntryInput = {
  kind: 'fee',
  bookingDate: today,
  valueDate: today,
  description: 'Comisión de estudio',
  reason: 'Tarifa',
}

/** A firm where an administrator asks for journals by hand, and direction decides them. */
export const createEntryFixture = async () => {
  const t = await createTestTenant('dino')
  const admin = await t.as('admin')
  const direction = await t.as('direction')
  type Caller = typeof admin
  type Sent = Parameters<typeof admin.call<typeof proposeJournalEntry>>[1]

  const accountWith = async (
    amount = '1000.00',
    accountOptions: { clientId?: string; expiresOn?: string; rate?: string } = {},
  ) => {
    const clientId = accountOptions.clientId ?? (await t.make.client({ checked: true })).id
    const { id: accountId } = await t.make.account({ ...accountOptions, clientId, openedOn: '2026-01-01' })
    await t.make.movement(accountId, amount, 'contribution', '2026-05-04')
    return { clientId, accountId }
  }
  /** Each call has a key of its own, unless one is named. */
  const withKey = (key: string = randomUUID(), caller: Caller = admin) =>
    t.callerWith(caller.token, { [idempotencyKeyHeader]: key })
  const ask = (body: object, key?: string, caller?: Caller) =>
    withKey(key, caller).call(proposeJournalEntry, { body: { ...defaultEntryInput, ...body } } as unknown as Sent)
  const letGo = (approvalId: string | null) =>
    direction.call(approveChangeRequest, { params: { approvalId: approvalId! }, body: {} })
  const balance = async (params: { clientId: string; accountId: string }) =>
    (await direction.call(getAccount, { params })).balance
  return { t, admin, direction, accountWith, withKey, ask, letGo, balance }
}
