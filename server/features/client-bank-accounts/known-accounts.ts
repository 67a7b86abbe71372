import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import { centsOf, moneyOf } from '#rules/cents.ts'
import { refuse } from '#server/core/errors.ts'
import { bankAccountOf } from '#server/domain/payment-waits.ts'

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
export type Known = Awaited<ReturnType<typeof lockBankAccounts>>
export type KnownAccount = Known[number]

export const defaultOf = (known: Known): KnownAccount | null => known.find(({ isDefault }) => isDefault) ?? null

/** One of the client's that hasn't ended; 404 otherwise. */
export const accountIn = (known: Known, id: string): KnownAccount => {
  const account = known.find((one) => one.id === id)
  if (!account) throw refuse('notFound')
  return account
}

/** What hasn't left and goes to the account, locked. */
export const lockWaiting = async (tx: Kysely<DB>, clientId: string, accountId: string) => {
  const { rows } = await sql<{ id: string; state: string; amount: string; named: boolean }>`
    select o.id::text, o.state, o.amount, o.bank_account_id is not null as named from payment_order o
     where o.client_id = ${clientId} and o.state in ('requested', 'approved', 'in_batch') and ${bankAccountOf} = ${accountId}::bigint
     order by o.id for update of o`.execute(tx)
  return rows
}
export type Waiting = Awaited<ReturnType<typeof lockWaiting>>

/** What hasn't left and goes to whatever is the default, or to nowhere as long as there is none, locked. */
export const lockUnnamed = async (tx: Kysely<DB>, clientId: string) => {
  const { rows } = await sql<{ amount: string }>`
    select o.amount from payment_order o
     where o.client_id = ${clientId} and o.state in ('requested', 'approved', 'in_batch') and o.kind <> 'withdrawal'
       and not exists (select from client_bank_account w where w.id = o.bank_account_id and w.is_payout)
     order by o.id for update of o`.execute(tx)
  return rows
}

/** Money that a change leads elsewhere, as whoever decides reads it. */
export type Redirected = { payments: number; amount: string }

export const sumOf = (orders: readonly { amount: string }[]): Redirected => ({
  payments: orders.length,
  amount: moneyOf(orders.reduce((sum, { amount }) => sum + centsOf(amount), 0n)),
})

/** Whether one may end with that other in its place: what waits for it has to go on, and who is paid here is paid somewhere. */
export const judgeEnd = (known: Known, account: KnownAccount, takesOverId: string | null, waiting: Waiting): void => {
  const heirs = known.filter(({ id, isPayout }) => isPayout && id !== account.id)
  if (takesOverId !== null && !heirs.some(({ id }) => id === takesOverId))
    throw refuse('request.invalid', { fields: { takesOverId: 'unknown' } })
  if (waiting.some(({ state }) => state === 'in_batch')) throw refuse('bankAccount.inBatch')
  if (takesOverId !== null) return
  if (waiting.length > 0) throw refuse('bankAccount.paymentsWait')
  if (account.isDefault && heirs.length > 0) throw refuse('request.invalid', { fields: { takesOverId: 'required' } })
}
