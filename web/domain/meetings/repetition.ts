/** How a meeting can repeat, in the words of the form. */
export const repetitions = ['workdays', 'weekly', 'biweekly', 'monthly', 'monthlyWeekday', 'yearly'] as const
export type Repetition = (typeof repetitions)[number]

const weekdays = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']

/** Which Tuesday of its month a day is; the fifth is the last. */
const findWeekdayOfMonth = (day: string): string => {
  const place = Math.ceil(Number(day.slice(8, 10)) / 7)
  return `${place > 4 ? -1 : place}${weekdays[new Date(Date.parse(day)).getUTCDay()]}`
}

/** The recurrence rule (RFC 5545) of what begins on a day and ends with another, both 'YYYY-MM-DD'. */
export const buildRule = (repetition: Repetition, day: string, until: string): string => {
  const parts: Record<Repetition, string> = {
    workdays: 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
    weekly: 'FREQ=WEEKLY',
    biweekly: 'FREQ=WEEKLY;INTERVAL=2',
    monthly: 'FREQ=MONTHLY',
    monthlyWeekday: `FREQ=MONTHLY;BYDAY=${findWeekdayOfMonth(day)}`,
    yearly: 'FREQ=YEARLY',
  }
  return `${parts[repetition]};UNTIL=${until.replaceAll('-', '')}`
}

const repetitionsOfRules: readonly (readonly [RegExp, Repetition])[] = [
  [/^FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR$/, 'workdays'],
  [/^FREQ=WEEKLY$/, 'weekly'],
  [/^FREQ=WEEKLY;INTERVAL=2$/, 'biweekly'],
  [/^FREQ=MONTHLY$/, 'monthly'],
  [/^FREQ=MONTHLY;BYDAY=-?\d[A-Z]{2}$/, 'monthlyWeekday'],
  [/^FREQ=YEARLY$/, 'yearly'],
]

/** A rule in the words of the form; null where it has none for it. */
export const readRule = (rule: string): { repetition: Repetition; until: string } | null => {
  const [, parts = '', year, month, day] = /^(.+);UNTIL=(\d{4})(\d\d)(\d\d)$/.exec(rule) ?? []
  const found = repetitionsOfRules.find(([pattern]) => pattern.test(parts))
  return found ? { repetition: found[1], until: `${year}-${month}-${day}` } : null
}
