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
