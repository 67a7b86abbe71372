import { parseDay, toIsoDate } from '#rules/calendar.ts'
import { toRateMillionths } from '#rules/day-count.ts'
import { nextBusinessDay } from '#rules/holidays.ts'
import { formatScaledDecimal, toCents } from './cents.ts'
import {
  type AccruedInterest,
  type CapitalMove,
  calculateAccruedInterest,
  findNextPayoutDate,
  type InterestTerms,
  type PayoutSchedule,
} from './interest.ts'
import { applyPayout, calculatePayout, type InterestAccount, sumCentDays } from './interest-payouts.ts'
import { calculateWithholding, type TaxableHolder, type WithholdingLaw, type WithholdingResult } from './withholding.ts'

/** An account as it is when somebody asks what leaving would cost. Amounts in cents. */
export type CancellationAccount = {
  terms: InterestTerms
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
  holders: readonly TaxableHolder[]
}

/** When interest is paid meanwhile, and whether it stays in the account. */
export type PayoutTerms = Pick<PayoutSchedule, 'payout' | 'earnsUntilPaid'> & { capitalised: boolean }

/** The account as it will be on a day to come, if nothing else happens: with the payouts of its nights until then. */
export const projectCancellationAccount = (
  account: CancellationAccount,
  { capitalised, ...paying }: PayoutTerms,
  law: WithholdingLaw,
  on: string,
): CancellationAccount => {
  const { terms, holders, accrues } = account
  const schedule = { ...terms, ...paying }
  let earner: InterestAccount = { terms, capitalised, moves: account.moves, posted: account.posted, holders }
  let since = account.since
  let capital = account.capital
  for (let day = accrues ? findNextPayoutDate(schedule, law.country, since) : null; day !== null; ) {
    const paidOn = toIsoDate(nextBusinessDay(law.country, parseDay(day)))
    if (paidOn > on || (terms.expiresOn !== null && day >= terms.expiresOn)) break
    const payout = calculatePayout(earner, law, { on: day, since, bookedOn: paidOn })
    const known = earner.moves.length
    if (payout) earner = applyPayout(earner, payout)
    capital += earner.moves.slice(known).reduce((sum, { amount }) => sum + toCents(amount), 0n)
    since = day
    day = findNextPayoutDate(schedule, law.country, day)
  }
  return { ...account, moves: earner.moves, posted: earner.posted, since, capital }
}

/** What leaving comes to, all in cents: net = capital + due − penalty − withheld. */
export type CancellationFigures = {
  interest: bigint
  bonus: bigint
  /** Earned and not in the books. */
  due: bigint
  penalty: bigint
  /** The account could not give all of the penalty. */
  limited: boolean
  taxable: bigint
  withheld: WithholdingResult
  net: bigint
}

/** What the contract gives, and what it would have given with the points off: the same capital, day by day. */
export type PenaltyBasis = { contract: AccruedInterest; penalised: AccruedInterest; penalisedRate: string }

/** Per cent of a year with six decimals; never below zero. `points` are points of the rate. */
export const calculatePenalisedRate = (rate: string, points: string): string => {
  const left = toRateMillionths(rate) - toRateMillionths(points)
  return formatScaledDecimal(left > 0n ? left : 0n, 6)
}

/** Interest earned up to a day, once by the contract and once with the points off. An account that earns nothing gives zeros. */
export const calculatePenaltyBasis = (
  { terms, accrues, penaltyPoints, moves }: Pick<CancellationAccount, 'terms' | 'accrues' | 'penaltyPoints' | 'moves'>,
  on: string,
): PenaltyBasis => {
  const penalisedRate = calculatePenalisedRate(terms.rate, penaltyPoints)
  const earning = accrues ? moves : []
  return {
    contract: calculateAccruedInterest(terms, earning, on),
    penalised: calculateAccruedInterest({ ...terms, rate: penalisedRate }, earning, on),
    penalisedRate,
  }
}

const minBigint = (one: bigint, other: bigint): bigint => (one < other ? one : other)
const clampMin = (floor: bigint, value: bigint): bigint => (value < floor ? floor : value)

/** Interest at the contract's rate less interest at the penalised one, never more than all that was earned. */
export const calculatePenalty = ({ contract, penalised }: PenaltyBasis): bigint => {
  const interest = toCents(contract.interest)
  const bonus = toCents(contract.bonus)
  return clampMin(0n, minBigint(interest - toCents(penalised.interest), interest + bonus))
}

/**
 * The penalty on a part of what stands in the account, in cents: the same share of what leaving with all of it would cost on that day, and a cent at
 * least where that costs anything. Parts so small that each rounded to nothing would take all of it out for nothing.
 */
export const calculatePartialPenalty = (account: CancellationAccount, on: string, part: bigint): bigint => {
  const whole = clampMin(0n, calculatePenalty(calculatePenaltyBasis(account, on)) - account.charged)
  if (account.capital <= 0n || whole === 0n) return 0n
  return clampMin(1n, (2n * whole * part + account.capital) / (2n * account.capital))
}

/**
 * What a client gets who leaves on a day. The penalty is taken once and whole; tax is withheld of what this payment really pays, which is what
 * is due and stays after the penalty. Where the penalty takes back interest of the past, its tax stays paid. Null where the account could
 * not even give the tax.
 */
export const calculateCancellation = (
  account: CancellationAccount,
  law: WithholdingLaw,
  on: string,
): CancellationFigures | null => {
  const reckoned = calculatePenaltyBasis(account, on)
  const { lines, ...earned } = reckoned.contract
  const interest = toCents(earned.interest)
  const bonus = toCents(earned.bonus)
  const due = interest + bonus - account.posted.interest - account.posted.bonus
  const centDays = sumCentDays(lines, account.since, on)
  const whole = clampMin(0n, calculatePenalty(reckoned) - account.charged)
  const withPenalty = (penalty: bigint): CancellationFigures => {
    const taxable = clampMin(0n, due - penalty)
    const withheld = calculateWithholding(law, account.holders, { on, gross: taxable, centDays })
    const net = account.capital + due - penalty - withheld.total
    return { interest, bonus, due, penalty, limited: penalty < whole, taxable, withheld, net }
  }
  let figures = withPenalty(whole)
  // Less penalty leaves more to be taxed, but never as much more: it ends.
  while (figures.net < 0n && figures.penalty > 0n) figures = withPenalty(clampMin(0n, figures.penalty + figures.net))
  return figures.net < 0n ? null : figures
}
