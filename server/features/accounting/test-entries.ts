import { randomUUID } from 'node:crypto'
import { addEntry } from '#contract/accounting/entries.ts'
import { approve } from '#contract/approvals.ts'
import { getAccount } from '#contract/clients/client.ts'
import { keyHeader } from '#contract/core/endpoint.ts'
import { testTenant } from '#test/harness/tenant.ts'

export const today = '2026-06-15'
type Side = 'debit' | 'credit'
const lineOf =
  (side: Side) =>
  (ledger: string, amount: string, more: object = {}) => ({ ledger, side, amount, ...more })
export const debit = lineOf('debit')
export const credit = lineOf('credit')
export const refused = (status: number, code: string, fields?: object) => ({ status, code, ...(fields && { fields }) })

/** What a journal by hand is asked for with, where a test says nothing else. */
export const usualEntry = {
  ...{ kind: 'fee', bookingDate: today, valueDate: today },
  ...{ description: 'Comisión de estudio', reason: 'Tarifa' },
}

/** A firm where an administrator asks for journals by hand, and direction decides them. */
export const firmOfEntries = async () => {
  const t = await testTenant('dino')
  const [admin, direction] = [await t.as('admin'), await t.as('direction')]
  type Caller = typeof admin
  type Sent = Parameters<typeof admin.call<typeof addEntry>>[1]

  const accountWith = async (
    amount = '1000.00',
    given: { clientId?: string; expiresOn?: string; rate?: string } = {},
  ) => {
    const clientId = given.clientId ?? (await t.make.client({ checked: true })).id
    const { id: accountId } = await t.make.account({ ...given, clientId, openedOn: '2026-01-01' })
    await t.make.movement(accountId, amount, 'contribution', '2026-05-04')
    return { clientId, accountId }
  }
  /** Each call has a key of its own, unless one is named. */
  const withKey = (key: string = randomUUID(), who: Caller = admin) => t.callerWith(who.token, { [keyHeader]: key })
  const ask = (body: object, key?: string, who?: Caller) =>
    withKey(key, who).call(addEntry, { body: { ...usualEntry, ...body } } as unknown as Sent)
  const letGo = (approvalId: string | null) =>
    direction.call(approve, { params: { approvalId: approvalId! }, body: {} })
  const balance = async (params: { clientId: string; accountId: string }) =>
    (await direction.call(getAccount, { params })).balance
  return { t, admin, direction, accountWith, withKey, ask, letGo, balance }
}
