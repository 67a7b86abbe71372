import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { AccountInterest, getAccountInterest } from '#contract/clients/account-interest.ts'
import type { ParsedRequest } from '#contract/core/endpoint.ts'
import { tenantFacts } from '#contract/core/tenants.ts'
import type { Account } from '#db/types.ts'
import { centsToAmount, toCents } from '#rules/cents.ts'
import { calculateEffectiveRate } from '#rules/effective-rate.ts'
import type { CountryCode } from '#rules/holidays.ts'
import { calculateInterestFromKept, findNextPayoutDate, type KeptEarnings } from '#rules/interest.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import {
  calculateEarnedInterest,
  calculateInterestSums,
  type EarnedSums,
  toInterestTerms,
} from '#server/domain/account-interest.ts'
import { type InterestColumnValues, interestColumns, interestTotalsJoin } from '#server/domain/interest-columns.ts'
import { assertAccountVisible } from './movements.queries.ts'

/** `moves`: what changed the capital; `interest` and `bonus`: in the books by the day asked for, before withholding. */
type AccountEarning = InterestColumnValues & Pick<Selectable<Account>, 'id' | 'closedOn' | 'status'>

/** What an account has earned up to a day from all that ever moved it, for its explanation line by line. */
const findAccountEarning = async (
  { db }: Pick<Ctx, 'db'>,
  accountId: string,
  asOf: string,
): Promise<AccountEarning | undefined> => {
  const { rows } = await sql<AccountEarning>`
    select a.id, a.closed_on as "closedOn", a.status, ${interestColumns}
      from account a
      join account_terms t on t.account_id = a.id
      left join lateral ${interestTotalsJoin({ paid: sql`j.booking_date <= ${asOf}`, withMoves: sql`t.accrues` })} m on true
     where a.id = ${accountId}`.execute(db)
  return rows[0]
}

/** As `AccountEarning`, without the past where what is kept tells it. */
export type AccountEarningToday = Omit<AccountEarning, 'id' | 'payout' | 'capitalised'> & {
  /** Of an account that earns, where nothing moved after today or after its term. */
  kept: KeptEarnings | null
}

/**
 * What the interest to date of the account `a` with the balance `b` is reckoned from, in one value: all as text, since JSON made by the database
 * would write numbers. The past is read where nothing that is kept can tell: where it moved on a day after today or after its term.
 */
export const accountEarningTodaySql = (today: string): RawBuilder<AccountEarningToday> => {
  const earns = sql`t.accrues and a.status = 'active'`
  const isKept = sql`b.earned_through <= least(${today}::date, a.expires_on)`
  return sql<AccountEarningToday>`(
    select json_build_object('closedOn', a.closed_on::text, 'status', a.status, 'dayCount', t.day_count, 'accrues', t.accrues,
             'earnsUntilPaid', t.earns_until_paid, 'rate', a.rate::text, 'bonusRate', a.bonus_rate::text, 'openedOn', a.opened_on::text,
             'expiresOn', a.expires_on::text, 'interest', b.interest_posted::text, 'bonus', b.bonus_posted::text, 'moves', coalesce(e.moves, '[]'),
             'kept', case when ${earns} and ${isKept}
               then json_build_object('through', b.earned_through::text, 'parts', b.earned_parts::text, 'capital', b.balance::text) end)
      from account_terms t
      left join lateral ${interestTotalsJoin({ lines: sql`${earns} and (${isKept}) is not true` })} e on true
     where t.account_id = a.id)`
}

const calculateEarnedToday = (one: AccountEarningToday, country: CountryCode, today: string): EarnedSums =>
  one.kept
    ? calculateInterestFromKept(toInterestTerms(one, country), one.kept, today)
    : calculateEarnedInterest(one, country, today)

/** Interest to date: what is posted, and of an open account what it has earned since. */
export const calculateInterestToDate = (
  { prefix, businessDate }: Pick<Ctx, 'prefix' | 'businessDate'>,
  earning: AccountEarningToday,
): string =>
  calculateInterestSums(earning, calculateEarnedToday(earning, tenantFacts[prefix].country, businessDate)).toDate

/** The interest to date of clients by their ids: of the active accounts of which each is the primary holder. */
export const findInterestByClient = async (
  ctx: Ctx,
  clientIds: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const accounts = await ctx.db
    .selectFrom('account as a')
    .innerJoin('accountBalance as b', 'b.accountId', 'a.id')
    .where('a.clientId', '=', sql<string>`any(${[...clientIds]}::bigint[])`)
    .where('a.status', '=', 'active')
    .select(['a.clientId', accountEarningTodaySql(ctx.businessDate).as('earning')])
    .execute()
  const cents = new Map(clientIds.map((id) => [id, 0n]))
  for (const { clientId, earning } of accounts)
    cents.set(clientId, cents.get(clientId)! + toCents(calculateInterestToDate(ctx, earning)))
  return new Map([...cents].map(([id, sum]) => [id, centsToAmount(sum)]))
}

/** Of what was agreed, whatever has moved since. */
const toEffectiveRate = (
  { accrues, openedOn, dayCount: basis, ...accountEarning }: AccountEarning,
  country: CountryCode,
): string | null =>
  accrues && openedOn !== null ? calculateEffectiveRate({ ...accountEarning, basis, openedOn }, country) : null

/** The interest of one account up to a day, line by line; 404 as for the account. */
export const findAccountInterest = async (
  ctx: Ctx,
  { params, query }: ParsedRequest<typeof getAccountInterest>,
): Promise<AccountInterest> => {
  await assertAccountVisible(ctx, params)
  const asOf = query.asOf ?? ctx.businessDate
  const accountEarning = await findAccountEarning(ctx, params.accountId, asOf)
  if (!accountEarning) throw buildRefusal('notFound')
  const { country } = tenantFacts[ctx.prefix]
  const earned = calculateEarnedInterest(accountEarning, country, asOf)
  const isOpen = accountEarning.accrues && accountEarning.status === 'active' && accountEarning.openedOn !== null
  return {
    asOf,
    dayCount: accountEarning.dayCount,
    payout: accountEarning.payout,
    accrues: accountEarning.accrues,
    rate: accountEarning.rate,
    bonusRate: accountEarning.bonusRate,
    effectiveRate: toEffectiveRate(accountEarning, country),
    lines: earned.lines,
    ...calculateInterestSums(accountEarning, earned),
    nextPayoutOn: isOpen
      ? findNextPayoutDate({ ...accountEarning, openedOn: accountEarning.openedOn! }, country, asOf)
      : null,
  }
}
