import { civil, type Day, weekday } from '#rules/calendar.ts'

/** January and September are strong, August is asleep. */
const months = [1.35, 1.0, 1.05, 0.95, 1.0, 1.05, 0.85, 0.5, 1.35, 1.1, 1.0, 0.85]
export const seasonOf = (day: Day): number => months[civil(day).month - 1]!

export type Seasons = {
  /** The business day at a share of all that happens between opening and today. */
  dayAt: (share: number) => Day
  /** The share of all that has happened before a day. */
  shareAt: (day: Day) => number
}

/** How a firm's new business spreads over its years: somewhat more at the end than at the start, by season, on business days. */
export const seasonsOf = (opening: Day, today: Day): Seasons => {
  const days = today - opening + 1
  const sums = new Float64Array(days + 1)
  for (let n = 0; n < days; n++) {
    const w = weekday(opening + n)
    const works = w !== 0 && w !== 6
    sums[n + 1] = sums[n]! + (works ? (1 + 0.4 * (n / days)) * seasonOf(opening + n) : 0)
  }
  const total = sums[days]!
  return {
    dayAt: (share) => {
      const wanted = share * total
      let low = 0
      let high = days - 1
      while (low < high) {
        const middle = (low + high) >> 1
        if (sums[middle + 1]! <= wanted) low = middle + 1
        else high = middle
      }
      return opening + low
    },
    shareAt: (day) => sums[Math.max(0, Math.min(days, day - opening))]! / total,
  }
}
