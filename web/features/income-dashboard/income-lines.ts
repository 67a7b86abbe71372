import type { IncomeMonth } from '#contract/income-dashboard.ts'
import { centsToAmount, toCents } from '#rules/cents.ts'

export const incomeSeries = ['achieved', 'goal', 'projected', 'lastYear'] as const
export type IncomeSeries = (typeof incomeSeries)[number]

/** Each month with all before it; null from the month on that has no value. */
export const addUpMonths = (months: readonly IncomeMonth[], series: IncomeSeries): (string | null)[] => {
  let sum: bigint | null = 0n
  return months.map((month) => {
    const value = month[series]
    sum = sum === null || value === null ? null : sum + toCents(value)
    return sum === null ? null : centsToAmount(sum)
  })
}

/** All months together, as far as they have a value; null where none has. */
export const sumMonths = (months: readonly IncomeMonth[], key: IncomeSeries | 'in'): string | null => {
  const values = months.map((month) => month[key]).filter((value) => value !== null)
  return values.length === 0 ? null : centsToAmount(values.reduce((sum, value) => sum + toCents(value), 0n))
}
