import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Prefix } from '#contract/core/values.ts'
import { newAccountHours, type WaitReason } from '#contract/payments.ts'
import { tenantFacts } from '#contract/tenants.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { isKeptFromPayment, isPaidWithApproval } from './can-operate.ts'
import { visibleClients } from './visibility.ts'

/** Who asks, and when. */
export type Where = Pick<Ctx, 'db' | 'reaches' | 'prefix' | 'businessDate'>

/** Where the order `o` goes: a withdrawal where its client asked for, what the firm owes to the first account for payments. */
const bankAccount = sql<string | null>`case when o.kind = 'withdrawal' then o.bank_account_id
  else coalesce((select w.id from client_bank_account w where w.id = o.bank_account_id and w.is_payout),
                (select min(w.id) from client_bank_account w where w.client_id = o.client_id and w.is_payout)) end`

const approved = (column: 'o.approval_id' | 'o.clearance_id') =>
  sql<SqlBool>`exists (select from approval p where p.id = ${sql.ref(column)} and p.state = 'approved')`

/**
 * What keeps the order `o` of the account `a` from leaving to the bank account `k` now; null: nothing. What somebody has approved has its
 * second person's word already, but not on a bank account that nobody has known for long: that takes a word of its own, given since.
 */
export const waitsOf = (prefix: Prefix, businessDate: string, now: number): RawBuilder<WaitReason | null> => {
  const oldEnough = new Date(now - newAccountHours * 3_600_000).toISOString()
  return sql<WaitReason | null>`case
    when k.id is null then 'noBankAccount'
    when not is_bank_number(k.number, ${tenantFacts[prefix].country === 'MX'}) then 'badNumber'
    when ${isKeptFromPayment(businessDate)} then 'stopped'
    when ${isPaidWithApproval(businessDate)} and not ${approved('o.approval_id')} and not ${approved('o.clearance_id')} then 'needsApproval'
    when k.known_since > ${oldEnough}
     and not exists (select from approval p where p.id = o.clearance_id and p.decided_at > k.known_since) then 'newBankAccount' end`
}

/** Orders of visible clients with their account, client and bank account. */
export const ordersToPay = (ctx: Pick<Ctx, 'db' | 'reaches'>) =>
  visibleClients(ctx)
    .innerJoin('paymentOrder as o', 'o.clientId', 'c.clientId')
    .innerJoin('account as a', 'a.id', 'o.accountId')
    .innerJoin('client', 'client.id', 'o.clientId')
    .leftJoin('clientBankAccount as k', (join) => join.on(sql<SqlBool>`k.id = ${bankAccount} and k.is_payout`))

/** The same with what keeps each from leaving. */
export const ordersWithWaits = (ctx: Where, now: number) =>
  ordersToPay(ctx).select(waitsOf(ctx.prefix, ctx.businessDate, now).as('waits'))
