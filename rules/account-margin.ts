import { parseDay, toIsoDate } from '#rules/calendar.ts'
import { calculateInterestCents, dayCountPartsPerYear, toDayCountPosition, toRateMillionths } from '#rules/day-count.ts'
import { type CapitalMove, calculateAccruedInterest, type InterestTerms } from '#rules/interest.ts'
import { centsToAmount, formatScaledDecimal, toCents } from './cents.ts'

/** What money is worth to the firm from a day on, per cent a year, by the term in months of the account; 0 = of any term. */
export type TransferRate = { termMonths: number; validFrom: string; rate: string }
/** What an account costs the firm from a day on, in euros. */
export type DirectCost = { kind: 'account_year' | 'movement'; validFrom: string; amount: string }

export type MarginFacts = {
  terms: InterestTerms
  /** Whether the client earns interest at all; the money is worth something to the firm all the same. */
  accrues: boolean
  moves: readonly CapitalMove[]
  /** Of the product of the account. */
  transferRates: readonly TransferRate[]
  termMonths: number
  directCosts: readonly DirectCost[]
  /** The booking days of contributions and payouts that cost something; a day stands there once for each. */
  movementDays: readonly string[]
}

/** A stretch in which balance and transfer rate stay as they are. `to` is the first day that it doesn't cover. */
export type MarginStretch = {
  from: string
  to: string
  days: number
  balance: string
  transferRate: string | null
  /** Exact to a millionth of a cent. */
  transferIncome: string | null
  interest: string
}

export type CostLine = DirectCost & { from: string; to: string; count: number; cost: string }

export type AccountMarginResult = {
  averageBalance: string
  /** Null where some day with a balance has no transfer rate: nobody knows the margin then. */
  transferIncome: string | null
  interest: string
  costs: string
  margin: string | null
  /** Of the average balance, per cent with two decimals; null where there is no margin or no balance. */
  marginShare: string | null
  unratedDays: number
  stretches: MarginStretch[]
  costLines: CostLine[]
}

/** An account costs its year day by day, by a year of so many days. */
export const costDaysPerYear = 365

/** Half up, of what isn't negative. */
const divideHalfUp = (value: bigint, divisor: bigint): bigint => (2n * value + divisor) / (2n * divisor)

/** A part of a whole in per cent with two decimals, half away from zero. */
const formatShare = (part: bigint, whole: bigint): string => {
  const hundredths = divideHalfUp((part < 0n ? -part : part) * 10_000n, whole)
  return formatScaledDecimal(part < 0n ? -hundredths : hundredths, 2)
}

const exactInterest = (parts: bigint, rate: bigint, basis: InterestTerms['basis']): string =>
  formatScaledDecimal(calculateInterestCents(parts * 1_000_000n, rate, basis), 8)

/** The last of the dated rows that has begun by a day. */
const findInForce = <T extends { validFrom: string }>(rows: readonly T[], day: string): T | undefined =>
  rows
    .filter(({ validFrom }) => validFrom <= day)
    .sort((one, other) => (one.validFrom < other.validFrom ? 1 : -1))
    .at(0)

/** The transfer rate of a day: that of the account's own term, else that of any term. */
export const findTransferRate = (
  rates: readonly TransferRate[],
  termMonths: number,
  day: string,
): TransferRate | undefined =>
  findInForce(
    rates.filter((one) => one.termMonths === termMonths),
    day,
  ) ??
  findInForce(
    rates.filter((one) => one.termMonths === 0),
    day,
  )

/** Days between which nothing that is dated changes: from the first day up to, and without, the last. */
const cutAt = (from: string, until: string, days: readonly string[]): { from: string; to: string }[] => {
  const edges = [...new Set([from, ...days.filter((day) => day > from && day < until), until])].sort()
  return edges.slice(0, -1).map((day, at) => ({ from: day, to: edges[at + 1]! }))
}

const later = (one: string, other: string): string => (one > other ? one : other)
const earlier = (one: string, other: string): string => (one < other ? one : other)

/** What the account held and was worth, stretch by stretch, from a day up to and without another. */
const buildStretches = (
  { terms, accrues, moves, transferRates, termMonths }: MarginFacts,
  from: string,
  until: string,
) => {
  const { basis } = terms
  const clientRate = accrues ? toRateMillionths(terms.rate) + toRateMillionths(terms.bonusRate) : 0n
  const changes = transferRates.map(({ validFrom }) => validFrom)
  return calculateAccruedInterest(terms, moves, until)
    .lines.filter((line) => line.to > from)
    .flatMap((line) =>
      cutAt(later(line.from, from), line.to, changes).map((cut) => {
        const position = (day: string): number => toDayCountPosition(basis, parseDay(day))
        const calendarDays = parseDay(cut.to) - parseDay(cut.from)
        const parts = toCents(line.capital) * BigInt(position(cut.to) - position(cut.from))
        const transferRate = findTransferRate(transferRates, termMonths, cut.from)?.rate ?? null
        const rate = transferRate === null ? 0n : toRateMillionths(transferRate)
        const stretch: MarginStretch = {
          ...cut,
          days: basis === '30E/360' ? position(cut.to) - position(cut.from) : calendarDays,
          balance: line.capital,
          transferRate,
          transferIncome: transferRate === null ? null : exactInterest(parts, rate, basis),
          interest: exactInterest(parts, clientRate, basis),
        }
        return { stretch, transfer: parts * rate, centDays: toCents(line.capital) * BigInt(calendarDays), calendarDays }
      }),
    )
}

/** Days on which the account is open: from its opening to its end. */
const buildYearCosts = (
  { terms, directCosts }: MarginFacts,
  from: string,
  until: string,
): (CostLine & { cents: bigint })[] => {
  const costs = directCosts.filter(({ kind }) => kind === 'account_year')
  const first = later(from, terms.openedOn)
  const end = terms.expiresOn === null ? until : earlier(until, terms.expiresOn)
  if (end <= first) return []
  return cutAt(
    first,
    end,
    costs.map(({ validFrom }) => validFrom),
  ).flatMap((cut) => {
    const cost = findInForce(costs, cut.from)
    if (!cost) return []
    const count = parseDay(cut.to) - parseDay(cut.from)
    const cents = toCents(cost.amount) * BigInt(count)
    const exact = divideHalfUp(cents * 1_000_000n, BigInt(costDaysPerYear))
    return [{ ...cost, ...cut, count, cost: formatScaledDecimal(exact, 8), cents }]
  })
}

const buildMovementCosts = ({ directCosts, movementDays }: MarginFacts, from: string, until: string): CostLine[] => {
  const costs = directCosts.filter(({ kind }) => kind === 'movement')
  return cutAt(
    from,
    until,
    costs.map(({ validFrom }) => validFrom),
  ).flatMap((cut) => {
    const cost = findInForce(costs, cut.from)
    const count = movementDays.filter((day) => day >= cut.from && day < cut.to).length
    return cost && count > 0
      ? [{ ...cost, ...cut, count, cost: centsToAmount(toCents(cost.amount) * BigInt(count)) }]
      : []
  })
}

/**
 * The margin of an account from a day to another, both in: its balance day by day at the transfer rate, less what the client was paid, less what it cost.
 * Days count as they do for its interest: from the opening to its end. Each amount is rounded to the cent once for the account and the range; interest is
 * what was earned by the end of the range less what was earned before it, as the figure of generated interest has it.
 * See docs/decisions/0157-profitability.md
 */
export const calculateAccountMargin = (facts: MarginFacts, from: string, through: string): AccountMarginResult => {
  const until = toIsoDate(parseDay(through) + 1)
  const { terms, accrues, moves } = facts
  const built = buildStretches(facts, from, until)
  const yearCosts = buildYearCosts(facts, from, until)
  const movementCosts = buildMovementCosts(facts, from, until)
  const sum = (values: readonly bigint[]): bigint => values.reduce((total, value) => total + value, 0n)
  const earned = (asOf: string): bigint => {
    const { interest, bonus } = calculateAccruedInterest(terms, moves, asOf)
    return accrues ? toCents(interest) + toCents(bonus) : 0n
  }
  const transfer = divideHalfUp(
    sum(built.map((one) => one.transfer)),
    BigInt(dayCountPartsPerYear[terms.basis]) * 100_000_000n,
  )
  const interest = earned(until) - earned(from)
  const costs =
    divideHalfUp(sum(yearCosts.map(({ cents }) => cents)), BigInt(costDaysPerYear)) +
    sum(movementCosts.map(({ cost }) => toCents(cost)))
  const unratedDays = built
    .filter(({ stretch }) => stretch.transferRate === null)
    .reduce((days, { calendarDays }) => days + calendarDays, 0)
  const rangeDays = BigInt(Math.max(1, parseDay(until) - parseDay(from)))
  const averageBalance = divideHalfUp(sum(built.map(({ centDays }) => centDays)), rangeDays)
  const margin = unratedDays > 0 ? null : transfer - interest - costs
  return {
    averageBalance: centsToAmount(averageBalance),
    transferIncome: margin === null ? null : centsToAmount(transfer),
    interest: centsToAmount(interest),
    costs: centsToAmount(costs),
    margin: margin === null ? null : centsToAmount(margin),
    marginShare: margin === null || averageBalance === 0n ? null : formatShare(margin, averageBalance),
    unratedDays,
    stretches: built.map(({ stretch }) => stretch),
    costLines: [...yearCosts.map(({ cents: _, ...line }) => line), ...movementCosts],
  }
}
