import { shiftDay } from '#rules/calendar.ts'

export const calendarViews = ['day', 'week', 'month', 'list'] as const
export type CalendarView = (typeof calendarViews)[number]

export type CalendarState = {
  view: CalendarView
  /** A day of the stretch that is shown. */
  date: string
  /** An employee, the whole team, or oneself. */
  whose: { owner: string } | 'team' | 'mine'
  /** Whether what Google has lies over it. */
  showsGoogle: boolean
}

const isDay = (text: string | null): text is string =>
  text !== null && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))

/** Monday of the week of a day. */
const toMonday = (day: string): string => shiftDay(day, -((new Date(Date.parse(day)).getUTCDay() + 6) % 7))

const toMonthStart = (day: string): string => `${day.slice(0, 7)}-01`

const addMonths = (day: string, months: number): string => {
  const index = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 + months
  return `${String(Math.floor(index / 12)).padStart(4, '0')}-${String((index % 12) + 1).padStart(2, '0')}-01`
}

/** What the address says; what it doesn't say is today, oneself, and the view that fits the window. */
export const readCalendarState = (
  params: URLSearchParams,
  { today, defaultView }: { today: string; defaultView: CalendarView },
): CalendarState => {
  const view = params.get('view')
  const date = params.get('date')
  const owner = params.get('owner')
  return {
    view: calendarViews.find((known) => known === view) ?? defaultView,
    date: isDay(date) ? date : today,
    whose: params.get('team') === 'true' ? 'team' : owner && /^\d+$/.test(owner) ? { owner } : 'mine',
    showsGoogle: params.get('google') !== 'false',
  }
}

/** The address of a state; what is the default isn't written. */
export const writeCalendarState = (
  { view, date, whose, showsGoogle }: CalendarState,
  { today, defaultView }: { today: string; defaultView: CalendarView },
): URLSearchParams => {
  const params = new URLSearchParams()
  if (view !== defaultView) params.set('view', view)
  if (date !== today) params.set('date', date)
  if (whose === 'team') params.set('team', 'true')
  if (typeof whose === 'object') params.set('owner', whose.owner)
  if (!showsGoogle) params.set('google', 'false')
  return params
}

/** A list says what comes; so many days of it. */
const listDays = 14
const monthDays = 42

/** The days that are read: a month with the weeks at its ends. */
export const findCalendarDays = ({
  view,
  date,
}: Pick<CalendarState, 'view' | 'date'>): { from: string; days: number } => {
  if (view === 'day') return { from: date, days: 1 }
  if (view === 'week') return { from: toMonday(date), days: 7 }
  if (view === 'list') return { from: date, days: listDays }
  return { from: toMonday(toMonthStart(date)), days: monthDays }
}

/** Whether a day is among those that are shown. */
export const isDayShown = (state: Pick<CalendarState, 'view' | 'date'>, day: string): boolean => {
  const { from, days } = findCalendarDays(state)
  return day >= from && day < shiftDay(from, days)
}

/** The day to which one stretch more or less leads. */
export const shiftCalendarDate = ({ view, date }: Pick<CalendarState, 'view' | 'date'>, direction: -1 | 1): string => {
  if (view === 'day') return shiftDay(date, direction)
  if (view === 'week') return shiftDay(date, 7 * direction)
  if (view === 'list') return shiftDay(date, listDays * direction)
  return addMonths(date, direction)
}
