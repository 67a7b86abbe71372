import { isoDay, parseDay } from '#rules/calendar.ts'
import { ratePartsOf } from '#rules/day-count.ts'
import { nextBusinessDay } from '#rules/holidays.ts'
import { asDecimal, centsOf } from './cents.ts'
import { type CapitalMove, type Earned, earnedBy, nextPayout, type Schedule, type Terms } from './interest.ts'
import { afterPayout, bulkOf, type Earner, payoutOn } from './interest-payouts.ts'
import { type Holder, type Law, type Withheld, withheldOn } from './withholding.ts'

/** An account as it is when somebody asks what leaving would cost. Amounts in cents. */
export type Leaving = {
  terms: Terms
  accrues: boolean
  /** Points that leaving early takes off the rate, '2.000000'. */
  penaltyPoints: string
  moves: readonly CapitalMove[]
  /** What stands in the account. */
  capital: bigint
  /** In the books already, before withholding. */
  posted: { interest: bigint; bonus: bigint }
  /** Penalties of parts that left before. */
  charged: bigint
  /** The last payout that is settled, or the opening. */
  since: string
  holders: readonly Holder[]
}

/** When interest is paid meanwhile, and whether it stays in the account. */
export type Paying = Pick<Schedule, 'payout' | 'earnsUntilPaid'> & { capitalised: boolean }

/** The account as it will be on a day to come, if nothing else happens: with the payouts of its nights until then. */
export const leavingOn = (account: Leaving, { capitalised, ...paying }: Paying, law: Law, on: string): Leaving => {
  const { terms, holders, accrues } = account
  const schedule = { ...terms, ...paying }
  let earner: Earner = { terms, capitalised, moves: account.moves, posted: account.posted, holders }
  let [since, capital] = [account.since, account.capital]
  for (let day = accrues ? nextPayout(schedule, law.country, since) : null; day !== null; ) {
    const paidOn = isoDay(nextBusinessDay(law.country, parseDay(day)))
    if (paidOn > on || (terms.expiresOn !== null && day >= terms.expiresOn)) break
    const payout = payoutOn(earner, law, { on: day, since, bookedOn: paidOn })
    const known = earner.moves.length
    if (payout) earner = afterPayout(earner, payout)
    capital += earner.moves.slice(known).reduce((sum, { amount }) => sum + centsOf(amount), 0n)
    since = day
    day = nextPayout(schedule, law.country, day)
  }
  return { ...account, moves: earner.moves, posted: earner.posted, since, capital }
}

/** What leaving comes to, all in cents: net = capital + due − penalty − withheld. */
export type Figures = {
  interest: bigint
  bonus: bigint
  /** Earned and not in the books. */
  due: bigint
  penalty: bigint
  /** The account could not give all of the penalty. */
  limited: boolean
  taxable: bigint
  withheld: Withheld
  net: bigint
}

/** What the contract gives, and what it would have given with the points off: the same capital, day by day. */
export type Reckoned = { contract: Earned; penalised: Earned; penalisedRate: string }

export const penalisedRateOf = (rate: string, points: string): string => {
  const left = ratePartsOf(rate) - ratePartsOf(points)
  return asDecimal(left > 0n ? left : 0n, 6)
}

export const reckon = (
  { terms, accrues, penaltyPoints, moves }: Pick<Leaving, 'terms' | 'accrues' | 'penaltyPoints' | 'moves'>,
  on: string,
): Reckoned => {
  const penalisedRate = penalisedRateOf(terms.rate, penaltyPoints)
  const earning = accrues ? moves : []
  return {
    contract: earnedBy(terms, earning, on),
    penalised: earnedBy({ ...terms, rate: penalisedRate }, earning, on),
    penalisedRate,
  }
}

const least = (one: bigint, other: bigint): bigint => (one < other ? one : other)
const notBelow = (floor: bigint, value: bigint): bigint => (value < floor ? floor : value)

/** Interest at the contract's rate less interest at the penalised one, never more than all that was earned. */
export const penaltyOf = ({ contract, penalised }: Reckoned): bigint => {
  const [interest, bonus] = [centsOf(contract.interest), centsOf(contract.bonus)]
  return notBelow(0n, least(interest - centsOf(penalised.interest), interest + bonus))
}

/**
 * The penalty on a part of what stands in the account, in cents: the same share of what leaving with all of it would cost on that day, and a cent at
 * least where that costs anything. Parts so small that each rounded to nothing would take all of it out for nothing.
 */
export const partPenaltyOf = (account: Leaving, on: string, part: bigint): bigint => {
  const whole = notBelow(0n, penaltyOf(reckon(account, on)) - account.charged)
  if (account.capital <= 0n || whole === 0n) return 0n
  return notBelow(1n, (2n * whole * part + account.capital) / (2n * account.capital))
}

/**
 * What a client gets who leaves on a day. The penalty is taken once and whole; tax is withheld of what this payment really pays, which is what
 * is due and stays after the penalty. Where the penalty takes back interest of the past, its tax stays paid. Null where the account could
 * not even give the tax.
 */
export const figuresOf = (account: Leaving, law: Law, on: string): Figures | null => {
  const reckoned = reckon(account, on)
  const { lines, ...earned } = reckoned.contract
  const [interest, bonus] = [centsOf(earned.interest), centsOf(earned.bonus)]
  const due = interest + bonus - account.posted.interest - account.posted.bonus
  const centDays = bulkOf(lines, account.since, on)
  const whole = notBelow(0n, penaltyOf(reckoned) - account.charged)
  const withPenalty = (penalty: bigint): Figures => {
    const taxable = notBelow(0n, due - penalty)
    const withheld = withheldOn(law, account.holders, { on, gross: taxable, centDays })
    const net = account.capital + due - penalty - withheld.total
    return { interest, bonus, due, penalty, limited: penalty < whole, taxable, withheld, net }
  }
  let figures = withPenalty(whole)
  // Less penalty leaves more to be taxed, but never as much more: it ends.
  while (figures.net < 0n && figures.penalty > 0n) figures = withPenalty(notBelow(0n, figures.penalty + figures.net))
  return figures.net < 0n ? null : figures
}
