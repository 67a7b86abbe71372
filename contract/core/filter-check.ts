/** What the text of a filter has to be, as plain data: a page reads its address by it without carrying the schemas. */
export type FilterCheck =
  | { oneOf: readonly string[] }
  | { day: true }
  | { min: number; max: number }
  /** A regular expression, as text. */
  | { pattern: string }

/** A day of the calendar, 'YYYY-MM-DD'. */
const isCalendarDay = (text: string): boolean => {
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || text.startsWith('0000')) return false
  const at = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text)
}

/** True if the filter's schema would take the text. */
export const matchesFilterCheck = (check: FilterCheck, text: string): boolean => {
  if ('oneOf' in check) return check.oneOf.includes(text)
  if ('day' in check) return isCalendarDay(text)
  if ('min' in check) return text.length >= check.min && text.length <= check.max
  return new RegExp(check.pattern).test(text)
}

/** The digits of a bigint above zero. */
export const idPattern = /^[1-9]\d{0,17}$/

/** The id that a parameter of an address names; undefined where it names none. */
export const parseId = (text: string | null): string | undefined => (text && idPattern.test(text) ? text : undefined)
