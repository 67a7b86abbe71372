import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { tenantFacts } from '#contract/core/tenants.ts'
import type { Prefix } from '#contract/core/values.ts'
import { newBankAccountHoldHours, type PaymentWaitReason, recentBankAccountChangeDays } from '#contract/payments.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { isOrderBlocked, isPaymentApprovalRequired } from './client-eligibility.ts'
import { hasPaymentRateSql } from './payment-rate.ts'
import { selectVisibleClients } from './visibility.ts'

/** What `account_balance.reserved` is made of: the order `o` was asked for and has not been sent. */
export const isHoldingMoneySql = sql`o.kind = 'withdrawal' and o.state in ('requested', 'approved', 'in_batch')`

/** Who asks, and when. */
export type PaymentQueryContext = Pick<Ctx, 'db' | 'scopes' | 'prefix' | 'businessDate'>

/** Where the order `o` goes: a withdrawal where its client asked for; what the firm owes where it was led to, as long as that takes payments, else to the default. */
export const orderBankAccountSql = sql<string | null>`case when o.kind = 'withdrawal' then o.bank_account_id
  else coalesce((select w.id from client_bank_account w where w.id = o.bank_account_id and w.is_payout),
                (select w.id from client_bank_account w where w.client_id = o.client_id and w.is_default)) end`

const toHoursAgo = (now: number, hours: number): string => new Date(now - hours * 3_600_000).toISOString()

/** The bank account `k` is too new to be paid to without a word of its own. */
const isBankAccountTooNewSql = (now: number) =>
  sql<SqlBool>`k.known_since > ${toHoursAgo(now, newBankAccountHoldHours)}`

/** Until when payments to the bank account `k` wait for it to be old enough; null: they don't. */
export const heldUntilSql = (now: number) =>
  sql<
    string | null
  >`case when k.is_payout and ${isBankAccountTooNewSql(now)} then k.known_since + make_interval(hours => ${newBankAccountHoldHours}) end`

/** When the client's money was last led to the bank account `k`, as long as the order `o` hasn't left and that was a few days ago. */
export const bankChangedAtSql = (now: number) =>
  sql<string | null>`case when o.state in ('requested', 'approved', 'in_batch') then (
    select max(changed.at) from (
      select k.known_since as at
      union all select b.done_at from client_bank_change b
                 where b.client_id = o.client_id and b.state = 'done' and k.id = case b.kind when 'end' then b.takes_over_id else b.bank_account_id end) changed
     where changed.at > ${toHoursAgo(now, recentBankAccountChangeDays * 24)}) end`

const isApprovedSql = (column: 'o.approval_id' | 'o.clearance_id') =>
  sql<SqlBool>`exists (select from approval p where p.id = ${sql.ref(column)} and p.state = 'approved')`

/**
 * The order `o` would take out what comes from money that nothing has confirmed: interest and the whole of an account that such money had come
 * to, or more than the confirmed capital. What an account has earned stays here as long as any of it is unconfirmed. A word given for
 * something else doesn't let it go.
 */
const isUnconfirmedMoneySql = sql<SqlBool>`case when o.kind = 'withdrawal'
  then exists (select from account_balance b, lateral (select sum(u.amount) as amount from unconfirmed_contribution u where u.account_id = b.account_id) u
                where b.account_id = o.account_id and b.reserved > b.principal - u.amount)
  else exists (select from unconfirmed_contribution u where u.account_id = o.account_id and u.journal_id < o.journal_id) end`

/**
 * What keeps the order `o` of the account `a` from leaving to the bank account `k` now; null: nothing. What somebody has approved has its
 * second person's word already, but not on a bank account that nobody has known for long: that takes a word of its own, given since.
 * See docs/decisions/0048-payment-holds-and-limits.md
 */
export const paymentHoldReasonSql = (
  prefix: Prefix,
  businessDate: string,
  now: number,
): RawBuilder<PaymentWaitReason | null> => {
  return sql<PaymentWaitReason | null>`case
    when k.id is null then 'noBankAccount'
    when not is_bank_number(k.number, ${tenantFacts[prefix].country === 'MX'}) then 'badNumber'
    when ${isOrderBlocked(businessDate)} then 'stopped'
    when ${isPaymentApprovalRequired(businessDate)} and not ${isApprovedSql('o.approval_id')} and not ${isApprovedSql('o.clearance_id')} then 'needsApproval'
    when ${isUnconfirmedMoneySql} then 'unconfirmedMoney'
    when ${isBankAccountTooNewSql(now)}
     and not exists (select from approval p where p.id = o.clearance_id and p.decided_at > k.known_since) then 'newBankAccount'
    when not ${hasPaymentRateSql(prefix, businessDate)} then 'noRate' end`
}

/** Orders of visible clients with their account, client and bank account. */
export const selectVisibleOrders = (ctx: Pick<Ctx, 'db' | 'scopes'>) =>
  selectVisibleClients(ctx)
    .innerJoin('paymentOrder as o', 'o.clientId', 'c.clientId')
    .innerJoin('account as a', 'a.id', 'o.accountId')
    .innerJoin('client', 'client.id', 'o.clientId')
    .leftJoin('clientBankAccount as k', (join) => join.on(sql<SqlBool>`k.id = ${orderBankAccountSql} and k.is_payout`))

/** The same with what keeps each from leaving. */
export const selectOrdersWithHoldReason = (ctx: PaymentQueryContext, now: number) =>
  selectVisibleOrders(ctx).select(paymentHoldReasonSql(ctx.prefix, ctx.businessDate, now).as('waits'))
