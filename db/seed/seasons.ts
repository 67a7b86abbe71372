import { type DayNumber, toCivilDate, weekday } from '#rules/calendar.ts'

/** January and September are strong, August is asleep. */
const monthWeights = [1.35, 1.0, 1.05, 0.95, 1.0, 1.05, 0.85, 0.5, 1.35, 1.1, 1.0, 0.85]
export const getSeasonWeight = (day: DayNumber): number => monthWeights[toCivilDate(day).month - 1]!

export type SeasonCalendar = {
  /** The business day at a share of all that happens between opening and today. */
  getDayAtShare: (share: number) => DayNumber
  /** The share of all that has happened before a day. */
  getShareAtDay: (day: DayNumber) => number
}

/** How a firm's new business spreads over its years: somewhat more at the end than at the start, by season, on business days. */
export const buildSeasonCalendar = (opening: DayNumber, today: DayNumber): SeasonCalendar => {
  const days = today - opening + 1
  const sums = new Float64Array(days + 1)
  for (let n = 0; n < days; n++) {
    const w = weekday(opening + n)
    const works = w !== 0 && w !== 6
    sums[n + 1] = sums[n]! + (works ? (1 + 0.4 * (n / days)) * getSeasonWeight(opening + n) : 0)
  }
  const total = sums[days]!
  return {
    getDayAtShare: (share) => {
      const target = share * total
      let low = 0
      let high = days - 1
      while (low < high) {
        const middle = (low + high) >> 1
        if (sums[middle + 1]! <= target) low = middle + 1
        else high = middle
      }
      return opening + low
    },
    getShareAtDay: (day) => sums[Math.max(0, Math.min(days, day - opening))]! / total,
  }
}
