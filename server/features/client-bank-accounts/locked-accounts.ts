import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import { centsToAmount, toCents } from '#rules/cents.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { orderBankAccountSql } from '#server/domain/payment-holds.ts'

/** The client's bank accounts, which nobody else changes, nor asks to be paid to, until the transaction ends: the client is locked before them. */
export const lockBankAccounts = async (tx: Kysely<DB>, clientId: string) => {
  await tx.selectFrom('client').select('id').where('id', '=', clientId).forNoKeyUpdate().execute()
  return tx
    .selectFrom('clientBankAccount')
    .where('clientId', '=', clientId)
    .where('endedAt', 'is', null)
    .select(['id', 'number', 'holder', 'isPayout', 'isDefault'])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}
export type LockedBankAccounts = Awaited<ReturnType<typeof lockBankAccounts>>
export type LockedBankAccount = LockedBankAccounts[number]

export const getDefaultAccount = (lockedAccounts: LockedBankAccounts): LockedBankAccount | null =>
  lockedAccounts.find(({ isDefault }) => isDefault) ?? null

/** One of the client's that hasn't ended; 404 otherwise. */
export const getAccount = (lockedAccounts: LockedBankAccounts, id: string): LockedBankAccount => {
  const account = lockedAccounts.find((one) => one.id === id)
  if (!account) throw buildRefusal('notFound')
  return account
}

/** What hasn't left and goes to the account, locked. */
export const lockPendingPayments = async (tx: Kysely<DB>, clientId: string, accountId: string) => {
  const { rows } = await sql<{ id: string; state: string; amount: string; named: boolean }>`
    select o.id::text, o.state, o.amount, o.bank_account_id is not null as named from payment_order o
     where o.client_id = ${clientId} and o.state in ('requested', 'approved', 'in_batch') and ${orderBankAccountSql} = ${accountId}::bigint
     order by o.id for update of o`.execute(tx)
  return rows
}
export type PendingPayments = Awaited<ReturnType<typeof lockPendingPayments>>

/** What hasn't left and goes to whatever is the default, or to nowhere as long as there is none, locked. */
export const lockUnnamedPayments = async (tx: Kysely<DB>, clientId: string) => {
  const { rows } = await sql<{ amount: string }>`
    select o.amount from payment_order o
     where o.client_id = ${clientId} and o.state in ('requested', 'approved', 'in_batch') and o.kind <> 'withdrawal'
       and not exists (select from client_bank_account w where w.id = o.bank_account_id and w.is_payout)
     order by o.id for update of o`.execute(tx)
  return rows
}

/** Money that a change leads elsewhere, as whoever decides reads it. */
export type RedirectedPayments = { payments: number; amount: string }

/** How many payments go to another account, and their amounts together. */
export const sumRedirectedPayments = (orders: readonly { amount: string }[]): RedirectedPayments => ({
  payments: orders.length,
  amount: centsToAmount(orders.reduce((sum, { amount }) => sum + toCents(amount), 0n)),
})

/** Whether one may end with that other in its place: what waits for it has to go on, and who is paid here is paid somewhere. */
export const assertAccountCanEnd = (
  lockedAccounts: LockedBankAccounts,
  account: LockedBankAccount,
  takesOverId: string | null,
  pendingPayments: PendingPayments,
): void => {
  const heirs = lockedAccounts.filter(({ id, isPayout }) => isPayout && id !== account.id)
  if (takesOverId !== null && !heirs.some(({ id }) => id === takesOverId))
    throw buildRefusal('request.invalid', { fields: { takesOverId: 'unknown' } })
  if (pendingPayments.some(({ state }) => state === 'in_batch')) throw buildRefusal('bankAccount.inBatch')
  if (takesOverId !== null) return
  if (pendingPayments.length > 0) throw buildRefusal('bankAccount.paymentsWait')
  if (account.isDefault && heirs.length > 0)
    throw buildRefusal('request.invalid', { fields: { takesOverId: 'required' } })
}
