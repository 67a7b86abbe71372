import { type Selectable, sql } from 'kysely'
import type { AccountInterest, getAccountInterest } from '#contract/clients/client.ts'
import type { Parsed } from '#contract/core/endpoint.ts'
import { tenantFacts } from '#contract/core/tenants.ts'
import type { Account } from '#db/types.ts'
import { centsOf, moneyOf } from '#rules/cents.ts'
import { effectiveRateOf } from '#rules/effective-rate.ts'
import type { CountryCode } from '#rules/holidays.ts'
import { type Earned, earnedBy, earnsUntil, nextPayout } from '#rules/interest.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import { type Earning, earningColumns, earningOf } from '#server/domain/earning.ts'
import { assertVisible } from './movements.queries.ts'

/** `moves`: what changed the capital; `interest` and `bonus`: in the books by the day asked for, before withholding. */
type Known = Earning & Pick<Selectable<Account>, 'id' | 'closedOn' | 'status'>

/**
 * What the interest of some accounts is reckoned from, up to a day. The moves are read only where they still matter: of accounts that earn, and
 * of closed ones if asked for.
 */
const findKnown = async (
  { db }: Pick<Ctx, 'db'>,
  ids: readonly string[],
  asOf: string,
  closedToo: boolean,
): Promise<Known[]> => {
  const { rows } = await sql<Known>`
    select a.id, a.closed_on as "closedOn", a.status, ${earningColumns}
      from account a
      join account_terms t on t.account_id = a.id
      left join lateral ${earningOf({ paid: sql`j.booking_date <= ${asOf}`, withMoves: sql`t.accrues and (a.status = 'active' or ${closedToo})` })} m on true
     where a.id = any(${ids}::bigint[])`.execute(db)
  return rows
}

const termsOf = (known: Known, country: CountryCode) => {
  const { dayCount: basis, rate, bonusRate, openedOn, closedOn } = known
  const end = earnsUntil(known, country)
  // An account that was closed early stopped earning then.
  const expiresOn = [end, closedOn].filter((day) => day !== null).sort()[0] ?? null
  return { basis, rate, bonusRate, openedOn: openedOn!, expiresOn }
}

const nothing: Earned = { lines: [], interest: '0.00', bonus: '0.00' }
const earnedOf = (known: Known, country: CountryCode, asOf: string): Earned =>
  known.accrues && known.openedOn !== null && known.moves.length > 0
    ? earnedBy(termsOf(known, country), known.moves, asOf)
    : nothing

/** What is earned and not posted: nothing of a closed account, whose last posting made up for all. */
const sumsOf = (known: Known, { interest, bonus }: Earned) => {
  const earned = centsOf(interest) + centsOf(bonus)
  const posted = centsOf(known.interest) + centsOf(known.bonus)
  const accrued = known.status === 'active' && known.accrues ? earned - posted : 0n
  return {
    earned: moneyOf(earned),
    posted: moneyOf(posted),
    accrued: moneyOf(accrued),
    toDate: moneyOf(posted + accrued),
  }
}

/** The accounts with their interest to date: two look-ups for all of them. */
export const withInterest = async <A extends { id: string }>(
  ctx: Ctx,
  accounts: A[],
): Promise<(A & { interestToDate: string })[]> => {
  const ids = accounts.map(({ id }) => id)
  const { country } = tenantFacts[ctx.prefix]
  const known = new Map((await findKnown(ctx, ids, ctx.businessDate, false)).map((one) => [one.id, one]))
  return accounts.map((account) => {
    const one = known.get(account.id)!
    return { ...account, interestToDate: sumsOf(one, earnedOf(one, country, ctx.businessDate)).toDate }
  })
}

/** The interest to date of clients by their ids: of the active accounts of which each is the primary holder. */
export const findInterestOfClients = async (
  ctx: Ctx,
  clientIds: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const accounts = await ctx.db
    .selectFrom('account')
    .where('clientId', '=', sql<string>`any(${[...clientIds]}::bigint[])`)
    .where('status', '=', 'active')
    .select(['id', 'clientId'])
    .execute()
  const cents = new Map(clientIds.map((id) => [id, 0n]))
  for (const { clientId, interestToDate } of await withInterest(ctx, accounts))
    cents.set(clientId, cents.get(clientId)! + centsOf(interestToDate))
  return new Map([...cents].map(([id, sum]) => [id, moneyOf(sum)]))
}

/** Of what was agreed, whatever has moved since. */
const effectiveOf = ({ accrues, openedOn, dayCount: basis, ...known }: Known, country: CountryCode): string | null =>
  accrues && openedOn !== null ? effectiveRateOf({ ...known, basis, openedOn }, country) : null

/** The interest of one account up to a day, line by line; 404 as for the account. */
export const findInterest = async (
  ctx: Ctx,
  { params, query }: Parsed<typeof getAccountInterest>,
): Promise<AccountInterest> => {
  await assertVisible(ctx, params)
  const asOf = query.asOf ?? ctx.businessDate
  const [known] = await findKnown(ctx, [params.accountId], asOf, true)
  if (!known) throw refuse('notFound')
  const { country } = tenantFacts[ctx.prefix]
  const earned = earnedOf(known, country, asOf)
  const isOpen = known.accrues && known.status === 'active' && known.openedOn !== null
  return {
    asOf,
    dayCount: known.dayCount,
    payout: known.payout,
    accrues: known.accrues,
    rate: known.rate,
    bonusRate: known.bonusRate,
    effectiveRate: effectiveOf(known, country),
    lines: earned.lines,
    ...sumsOf(known, earned),
    nextPayoutOn: isOpen ? nextPayout({ ...known, openedOn: known.openedOn! }, country, asOf) : null,
  }
}
