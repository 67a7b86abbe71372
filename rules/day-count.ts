import type { dayCounts } from '#contract/products.ts'
import { type DayNumber, isLeap, toCivilDate, toDayNumber } from '#rules/calendar.ts'

/** How days are counted and a year is divided. */
export type DayCount = (typeof dayCounts)[number]

/** How many parts a year has: the year fraction of a period is its parts over this. ISDA needs parts that fit years of 365 and of 366 days. */
export const dayCountPartsPerYear: Record<DayCount, number> = {
  'ACT/365F': 365,
  'ACT/360': 360,
  '30E/360': 360,
  'ACT/ACT ISDA': 365 * 366,
}

/**
 * Where a day stands on the scale of a day count, in whole parts. The parts of a period are the difference of its ends, whatever lies between:
 * so interest can be added up over any pieces without an error.
 */
export const toDayCountPosition = (basis: DayCount, number: DayNumber): number => {
  if (basis === 'ACT/365F' || basis === 'ACT/360') return number
  const { year, month, day } = toCivilDate(number)
  if (basis === '30E/360') return year * 360 + month * 30 + Math.min(day, 30)
  return year * dayCountPartsPerYear[basis] + (number - toDayNumber(year, 1, 1)) * (isLeap(year) ? 365 : 366)
}

/** '3.5' per cent as millionths of a per cent. */
export const toRateMillionths = (rate: string): bigint => {
  const [whole = '0', part = ''] = rate.split('.')
  return BigInt(whole) * 1_000_000n + BigInt(part.padEnd(6, '0').slice(0, 6))
}

/**
 * What an amount earns at a rate, to the cent, half up: for the product and the demo firm alike. `accrued` = cents × parts of the year, not negative;
 * rate in millionths of a per cent: 5 % = 5,000,000.
 */
export const calculateInterestCents = (
  accrued: bigint | number,
  rateParts: bigint | number,
  basis: DayCount,
): bigint => {
  const divisor = BigInt(dayCountPartsPerYear[basis]) * 100_000_000n
  return (2n * BigInt(accrued) * BigInt(rateParts) + divisor) / (2n * divisor)
}
