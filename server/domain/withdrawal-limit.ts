import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import { tenantFacts } from '#contract/core/tenants.ts'
import type { Prefix } from '#contract/core/values.ts'
import type { Role } from '#contract/permissions.ts'
import type { DB } from '#db/types.ts'
import { ledgers } from '#rules/ledgers.ts'
import { defineStatement } from '#server/core/prepared-statement.ts'

/** By whose limit it is asked, and on which day of the firm. */
export type WithdrawalLimitContext = { role: Role; businessDate: string; prefix: Prefix }
type LimitOfRole = Pick<WithdrawalLimitContext, 'role' | 'businessDate'>

/** For how many days what somebody let go, or said to be somebody's, counts towards a limit: small amounts are no way around it. */
const limitDays = 30

/** Whether a day of the firm counts towards a limit: one of the last thirty, today among them. The one window, whoever brought the money or took it. */
export const isWithinLimitDaysSql = (day: RawBuilder<unknown>, today: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`${day} > ${today}::date - ${sql.lit(limitDays)}`

const buildRecentWithdrawalsSql = (
  accountId: RawBuilder<unknown>,
  { businessDate, timeZone }: { businessDate: string; timeZone: string },
): RawBuilder<string> => sql<string>`(
  (select coalesce(sum(o.amount), 0) from payment_order o
    where o.account_id = ${accountId} and o.kind = 'withdrawal'
      and (o.state in ('approved', 'in_batch', 'sent') or (o.state = 'paid' and exists (
        select from payment_step s where s.order_id = o.id and s.state = 'paid'
           and ${isWithinLimitDaysSql(sql`(s.at at time zone ${timeZone})::date`, businessDate)}))))
  + (select coalesce(sum(p.amount), 0) from posting p join journal j on j.id = p.journal_id
      where p.account_id = ${accountId} and p.ledger = ${sql.lit(ledgers.capital)} and ${isWithinLimitDaysSql(sql`p.booking_date`, businessDate)}
        and j.kind = 'withdrawal' and j.source not in ('payment', 'reversal')
        and not exists (select from journal r where r.reverses_id = j.id)))`

/**
 * What was let go of the account that the expression names, in the statement around it: withdrawals on their way, and those that were paid in the last thirty days, by a
 * payment or as an import says. Small withdrawals are no way around a limit. What nobody has approved yet isn't counted: it is when it is decided.
 */
export const recentWithdrawalsSql = (
  accountId: RawBuilder<unknown>,
  { businessDate, prefix }: Pick<WithdrawalLimitContext, 'businessDate' | 'prefix'>,
): RawBuilder<string> => buildRecentWithdrawalsSql(accountId, { businessDate, timeZone: tenantFacts[prefix].timeZone })

/** Whether an amount is above what the role may let go: by the newest limit that has begun; null is any amount. Where the firm has set none, any is above it. */
export const isAboveWithdrawalLimitSql = (
  { role, businessDate }: LimitOfRole,
  amount: RawBuilder<unknown>,
): RawBuilder<SqlBool> =>
  sql<SqlBool>`coalesce((select l.amount is not null and ${amount} > l.amount from withdrawal_limit l
    where l.role = ${role} and l.valid_from <= ${businessDate} order by l.valid_from desc limit 1), true)`

const judgeWithdrawal = defineStatement(
  'withdrawal limit',
  (db, values: LimitOfRole & { timeZone: string; accountId: string; amount: string }) =>
    sql<{ isOverLimit: boolean; letGo: string }>`
    select w.let_go::numeric(18, 2)::text as "letGo", ${isAboveWithdrawalLimitSql(values, sql`w.let_go + ${values.amount}::numeric`)} as "isOverLimit"
      from (select ${buildRecentWithdrawalsSql(sql`${values.accountId}::bigint`, values)} as let_go) w`.compile(db),
)

/**
 * What was let go of the account, and whether this much more is above what somebody of the role may ask for alone, or approve. The account is locked.
 * See docs/decisions/0091-withdrawal-limits.md
 */
export const checkWithdrawalLimit = async (
  tx: Kysely<DB>,
  { role, businessDate, prefix }: WithdrawalLimitContext,
  { accountId, amount }: { accountId: string; amount: string },
): Promise<{ isOverLimit: boolean; letGo: string }> => {
  const [judged] = await judgeWithdrawal(tx, {
    role,
    businessDate,
    timeZone: tenantFacts[prefix].timeZone,
    accountId,
    amount,
  })
  return judged!
}

/** Whether a sum that isn't of one account, as of payments that are led elsewhere, is above what somebody of the role may let go. */
export const isSumAboveWithdrawalLimit = async (
  tx: Kysely<DB>,
  limitContext: LimitOfRole,
  amount: string,
): Promise<boolean> => {
  const { rows } = await sql<{ isOver: boolean }>`
    select ${isAboveWithdrawalLimitSql(limitContext, sql`${amount}::numeric`)} as "isOver"`.execute(tx)
  return rows[0]!.isOver
}
