import { addMonths, type DayNumber, parseDay, toCivilDate, toDayNumber, toIsoDate } from '#rules/calendar.ts'
import { calculateInterestCents, toDayCountPosition, toRateMillionths } from '#rules/day-count.ts'
import { type CountryCode, nextBusinessDay } from '#rules/holidays.ts'
import { centsToAmount, formatScaledDecimal, toCents } from './cents.ts'
import type { DayCount } from './day-count.ts'

/** What an account earns by. Rates in per cent a year as the database has them, '3.500000'. */
export type InterestTerms = {
  basis: DayCount
  rate: string
  bonusRate: string
  openedOn: string
  /** The maturity day, which doesn't earn any more; null for an account without term. */
  expiresOn: string | null
}

/**
 * The day from which an account with a term earns nothing more: its maturity; of one whose product earns until it is paid, the day of business on which
 * that is. Quote, explanation, accrual and the last posting all end here.
 */
export const getAccrualEndDate = (
  { expiresOn, earnsUntilPaid }: Pick<InterestTerms, 'expiresOn'> & { earnsUntilPaid: boolean },
  country: CountryCode,
): string | null =>
  expiresOn !== null && earnsUntilPaid ? toIsoDate(nextBusinessDay(country, parseDay(expiresOn))) : expiresOn

/** What changed an account's capital, by value date; several on a day add up. Money as decimal strings. */
export type CapitalMove = { on: string; amount: string }

/** A stretch in which capital and rate stay as they are. `to` is the first day that it doesn't cover. */
export type InterestLine = {
  from: string
  to: string
  /** By the day count: 30E/360 has thirty in every month. */
  days: number
  capital: string
  /** What it earned, exact to a millionth of a cent as far as that goes. */
  interest: string
  bonus: string
}

export type AccruedInterest = {
  lines: InterestLine[]
  /** To the cent, half up, of the exact sums: what would be posted if all were posted at once. */
  interest: string
  bonus: string
}

/** Capital of the end of each day on which it changed, from the opening on; what came before counts from that day. */
const buildCapitalSteps = (moves: readonly CapitalMove[], opened: DayNumber): { on: DayNumber; capital: bigint }[] => {
  const changes = new Map<DayNumber, bigint>([[opened, 0n]])
  for (const { on, amount } of moves) {
    const day = Math.max(opened, parseDay(on))
    changes.set(day, (changes.get(day) ?? 0n) + toCents(amount))
  }
  let capital = 0n
  return [...changes.entries()]
    .sort(([one], [other]) => one - other)
    .map(([on, change]) => {
      capital += change
      return { on, capital }
    })
}

/** Where a line of the explanation has to end because the length of the year changes: only where the day count asks for it. */
const findYearBoundaries = (basis: DayCount, from: DayNumber, to: DayNumber): DayNumber[] => {
  if (basis !== 'ACT/ACT ISDA') return []
  const years = toCivilDate(to).year - toCivilDate(from).year
  return Array.from({ length: years }, (_, n) => toDayNumber(toCivilDate(from).year + n + 1, 1, 1)).filter(
    (day) => day < to,
  )
}

/** Days of a stretch as its day count counts them. */
const countInterestDays = (basis: DayCount, from: DayNumber, to: DayNumber): number =>
  basis === '30E/360' ? toDayCountPosition(basis, to) - toDayCountPosition(basis, from) : to - from

/**
 * What an account has earned from its opening up to a day, which doesn't count itself: on the day of a payment all that it pays is earned. The
 * capital at the end of each day earns, from the value date of what came in; the maturity day does not earn, and nobody earns on less than nothing.
 * Nothing is rounded before the end, so it can be cut into any pieces.
 * See docs/decisions/0037-interest-from-postings.md
 */
export const calculateAccruedInterest = (
  { basis, rate, bonusRate, openedOn, expiresOn }: InterestTerms,
  moves: readonly CapitalMove[],
  asOf: string,
): AccruedInterest => {
  const opened = parseDay(openedOn)
  const end = Math.min(parseDay(asOf), expiresOn === null ? Number.MAX_SAFE_INTEGER : parseDay(expiresOn))
  const rates = { interest: toRateMillionths(rate), bonus: toRateMillionths(bonusRate) }
  const lines: InterestLine[] = []
  let accrued = 0n
  const steps = buildCapitalSteps(moves, opened)
  for (const [n, { on, capital }] of steps.entries()) {
    const until = Math.min(end, steps[n + 1]?.on ?? end)
    if (until <= on || capital <= 0n) continue
    const cuts = [on, ...findYearBoundaries(basis, on, until), until]
    for (const [k, from] of cuts.slice(0, -1).entries()) {
      const to = cuts[k + 1]!
      const parts = capital * BigInt(toDayCountPosition(basis, to) - toDayCountPosition(basis, from))
      accrued += parts
      // Of a million times the capital, so in millionths of a cent.
      const exact = (rateParts: bigint): string =>
        formatScaledDecimal(calculateInterestCents(parts * 1_000_000n, rateParts, basis), 8)
      lines.push({
        from: toIsoDate(from),
        to: toIsoDate(to),
        days: countInterestDays(basis, from, to),
        capital: centsToAmount(capital),
        interest: exact(rates.interest),
        bonus: exact(rates.bonus),
      })
    }
  }
  const total = (rateParts: bigint): string => centsToAmount(calculateInterestCents(accrued, rateParts, basis))
  return { lines, interest: total(rates.interest), bonus: total(rates.bonus) }
}

/** What an account earned up to a day, in cents × parts of the year, and the capital that earns from it on. */
export type KeptEarnings = { through: string; parts: string; capital: string }

/** Cents × parts of the year from a day to the one that the kept figures go to, by the moves after that day: newest first, back from what is kept. */
const sumPartsSince = (
  { basis, openedOn }: Pick<InterestTerms, 'basis' | 'openedOn'>,
  { through, capital }: KeptEarnings,
  moves: readonly CapitalMove[],
  day: DayNumber,
): bigint => {
  const opened = parseDay(openedOn)
  const changes = new Map<DayNumber, bigint>()
  for (const { on, amount } of moves) {
    const at = Math.max(opened, parseDay(on))
    changes.set(at, (changes.get(at) ?? 0n) + toCents(amount))
  }
  let until = parseDay(through)
  let cents = toCents(capital)
  let parts = 0n
  const addStretch = (from: DayNumber): void => {
    if (cents > 0n) parts += cents * BigInt(toDayCountPosition(basis, until) - toDayCountPosition(basis, from))
    until = from
  }
  for (const [at, change] of [...changes].sort(([one], [other]) => other - one)) {
    if (at <= day) break
    addStretch(Math.min(at, until))
    cents -= change
  }
  addStretch(Math.min(Math.max(day, opened), until))
  return parts
}

/**
 * As `calculateAccruedInterest` to the cent, from what is kept of the time until the capital last changed and the one stretch since. Of an earlier day,
 * `later` has the moves of the capital after it, and what they earned is taken off again. The end of the term doesn't lie before what is kept.
 * See docs/decisions/0124-interest-from-kept-figures.md
 */
export const calculateInterestFromKept = (
  { basis, rate, bonusRate, openedOn, expiresOn }: InterestTerms,
  kept: KeptEarnings,
  asOf: string,
  later: readonly CapitalMove[] = [],
): Pick<AccruedInterest, 'interest' | 'bonus'> => {
  const { through, parts, capital } = kept
  const end = parseDay(expiresOn !== null && expiresOn < asOf ? expiresOn : asOf)
  const since = parseDay(through)
  const cents = toCents(capital)
  const stretch = cents > 0n ? cents * BigInt(toDayCountPosition(basis, end) - toDayCountPosition(basis, since)) : 0n
  const change = end < since ? -sumPartsSince({ basis, openedOn }, kept, later, end) : stretch
  const accrued = BigInt(parts) + change
  const total = (annual: string): string =>
    centsToAmount(calculateInterestCents(accrued, toRateMillionths(annual), basis))
  return { interest: total(rate), bonus: total(bonusRate) }
}

/** Months between payouts; 0 = only at maturity. */
export const payoutPeriodMonths = { monthly: 1, quarterly: 3, half_yearly: 6, yearly: 12, at_maturity: 0 } as const

/** When an account pays: from its opening, by periods, until its end. */
export type PayoutSchedule = Pick<InterestTerms, 'openedOn' | 'expiresOn'> & {
  payout: keyof typeof payoutPeriodMonths
  earnsUntilPaid: boolean
}

/**
 * The next day after a day up to which interest is paid: opening + n periods, clipped to the month's end each time, as long as that is before the
 * maturity; then the day on which the account ends. A period that ends with the term is paid with the last interest. Null after the end.
 */
export const findNextPayoutDate = (schedule: PayoutSchedule, country: CountryCode, after: string): string | null => {
  const { openedOn, expiresOn, payout } = schedule
  const end = getAccrualEndDate(schedule, country)
  if (end !== null && end <= after) return null
  const months = payoutPeriodMonths[payout]
  if (months === 0) return end
  const opened = parseDay(openedOn)
  const day = parseDay(after)
  const past =
    (toCivilDate(day).year - toCivilDate(opened).year) * 12 + toCivilDate(day).month - toCivilDate(opened).month
  let n = Math.max(1, Math.floor(past / months))
  while (addMonths(opened, n * months) <= day) n++
  const next = toIsoDate(addMonths(opened, n * months))
  return expiresOn === null || next < expiresOn ? next : end
}
