/** How money grows, for the eye alone: a place in a chart doesn't need the cents. */
export type GrowthPoint = { months: number; value: number }

type YearEarnings = { year: number; from: string; to: string; earned: string }

/** What stands at the end of each year, beginning with what was put in. */
export const buildGrowthPoints = (amount: string, years: readonly YearEarnings[]): GrowthPoint[] => {
  let value = Number(amount)
  const start = { months: 0, value }
  const ends = years.map(({ year, from, to, earned }) => {
    value += Number(earned)
    const part = (Date.parse(to) - Date.parse(from)) / 31_557_600_000
    return { months: Math.round((year - 1 + Math.min(1, part)) * 12), value }
  })
  return [start, ...ends]
}
