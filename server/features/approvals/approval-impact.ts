import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ApprovalSignal } from '#contract/approvals/signals.ts'
import type { ApprovalDetail } from '#contract/approvals.ts'
import { recentBankAccountChangeDays } from '#contract/payments.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { isClientInScope } from '#server/domain/account-number-access.ts'
import { findAccountsEligibility } from '#server/domain/client-eligibility.ts'
import { isAboveWithdrawalLimitSql, recentWithdrawalsSql } from '#server/domain/withdrawal-limit.ts'

type ApprovalImpact = Pick<ApprovalDetail, 'impact' | 'signals'>

type ImpactRow = {
  accountId: string
  number: string
  principal: string
  balanceAfter: string | null
  /** Whether the viewer sees the client, and so what they have. */
  seesClient: boolean
} & Record<Exclude<ApprovalSignal, 'cannotOperate'>, boolean>

/** Payments of the client that have left, or are leaving, other than the one that is asked for. */
const earlierPayments = (condition: RawBuilder<SqlBool>) => sql<SqlBool>`exists (
  select from payment_order e where e.client_id = acc.client_id and e.state in ('in_batch', 'sent', 'paid') and ${condition})`

/**
 * What a pending change does to the account whose number stands in it, and what is unusual about it: for whoever is about to decide. Both are
 * of this moment, and the account's own: whoever neither decides nor sees the client is told nothing. `bankAccountId`: where it would be paid.
 */
export const findApprovalImpact = async (
  ctx: Ctx,
  { id, bankAccountId, mayDecide, now }: { id: string; bankAccountId: string | null; mayDecide: boolean; now: number },
): Promise<ApprovalImpact> => {
  const amount = sql`(a.params ->> 'amount')::numeric`
  const isWithdrawal = sql<SqlBool>`a.task = 'withdrawal'`
  const newSince = new Date(now - recentBankAccountChangeDays * 86_400_000).toISOString()
  const { rows } = await sql<ImpactRow>`
    select acc.id as account_id, acc.number, b.principal::text as principal, coalesce(v.balance_after, null)::text as balance_after,
           ${isClientInScope(ctx, ['bt_Clientes', 'view'], sql<string>`acc.client_id`)} as sees_client,
           coalesce(k.known_since > ${newSince}, false) as new_bank_account,
           k.id is not null and not ${earlierPayments(sql`true`)} as first_payment,
           k.id is not null and ${earlierPayments(sql`true`)} and not ${earlierPayments(sql`e.bank_account_id = k.id`)} as first_to_bank_account,
           ${isWithdrawal} and coalesce(v.balance_after <= 0, false) as empties_account,
           coalesce((a.payload ->> 'valueDate')::date < ${ctx.businessDate}::date, false) as back_dated,
           ${isWithdrawal} and ${isAboveWithdrawalLimitSql(
             { role: ctx.person.role, businessDate: ctx.businessDate },
             sql`${recentWithdrawalsSql(sql`acc.id`, ctx)} + ${amount}`,
           )} as above_own_limit,
           exists (select from unconfirmed_contribution u where u.account_id = acc.id) and a.task in ('withdrawal', 'cancellation', 'payout', 'clearance') as unconfirmed_money
      from approval a
      join account acc on acc.number = a.params ->> 'account'
      join account_balance b on b.account_id = acc.id
      left join payment_order o on ${isWithdrawal} and o.id = a.entity_id
      left join client_bank_account k on k.id = ${bankAccountId}::bigint
      cross join lateral (select case a.task
        when 'withdrawal' then b.principal - ${amount} - coalesce(o.penalty, 0)
        when 'contribution' then b.principal + ${amount}
        when 'receipt' then b.principal + ${amount}
        when 'cancellation' then 0 end::numeric(18, 2) as balance_after) v
     where a.id = ${id} and a.state = 'pending' and a.subject_client_id is not null`.execute(ctx.db)
  const row = rows[0]
  if (!row) return { impact: null, signals: [] }
  const { accountId, number, principal, balanceAfter, seesClient, ...found } = row
  if (!seesClient && !mayDecide) return { impact: null, signals: [] }
  const eligibility = (await findAccountsEligibility(ctx.db, [accountId], ctx.businessDate)).get(accountId)
  const signals: Record<ApprovalSignal, boolean> = { ...found, cannotOperate: eligibility?.out.allowed === false }
  return {
    impact: seesClient ? { accountId, accountNumber: number, balance: principal, balanceAfter } : null,
    signals: (Object.keys(signals) as ApprovalSignal[]).filter((signal) => signals[signal]),
  }
}
