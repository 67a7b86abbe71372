/**
 * A day of a filter that moves with the calendar: today, so many days from it, or an end of a week, month, quarter or year. The server takes it as of
 * the business date of the prefix. Weeks begin on Monday.
 */
const relativeDayPattern =
  /^(?:today(?:(?:Plus|Minus)[1-9]\d{0,2})?|(?:previous(?:Week|Month|Quarter|Year)|week|month|quarter|year)(?:Start|End))$/

export const isRelativeDay = (text: string): boolean => relativeDayPattern.test(text)

/** The first and the last day of a span that a date filter offers. */
type DayPreset = { key: string; from: string; to: string; isFuture?: true }

/** What filters by day offer, the nearest first. Those that lie ahead stand where a list has days to come. */
export const dayPresets = [
  { key: 'today', from: 'today', to: 'today' },
  { key: 'yesterday', from: 'todayMinus1', to: 'todayMinus1' },
  { key: 'thisWeek', from: 'weekStart', to: 'weekEnd' },
  { key: 'thisMonth', from: 'monthStart', to: 'monthEnd' },
  { key: 'previousMonth', from: 'previousMonthStart', to: 'previousMonthEnd' },
  { key: 'thisQuarter', from: 'quarterStart', to: 'quarterEnd' },
  { key: 'thisYear', from: 'yearStart', to: 'yearEnd' },
  { key: 'next7', from: 'today', to: 'todayPlus7', isFuture: true },
  { key: 'next30', from: 'today', to: 'todayPlus30', isFuture: true },
] as const satisfies readonly DayPreset[]
