import { isRelativeDay } from './relative-day.ts'

/** What the text of a filter has to be, as plain data: a page reads its address by it without carrying the schemas. */
export type FilterCheck =
  | { oneOf: readonly string[] }
  /** A day of the calendar, or one that moves with it. */
  | { day: true }
  | { min: number; max: number }
  /** A regular expression, as text. */
  | { pattern: string }
  /** One or several such values, with commas between them. */
  | { severalOf: FilterCheck; max: number }

/** A day of the calendar, 'YYYY-MM-DD'. */
const isCalendarDay = (text: string): boolean => {
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || text.startsWith('0000')) return false
  const at = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text)
}

/** The values of a filter that takes several. */
export const splitFilterValues = (text: string): string[] => [
  ...new Set(text.split(',').flatMap((part) => part.trim() || [])),
]

/** True if the filter's schema would take the text. */
export const matchesFilterCheck = (check: FilterCheck, text: string): boolean => {
  if ('oneOf' in check) return check.oneOf.includes(text)
  if ('day' in check) return isRelativeDay(text) || isCalendarDay(text)
  if ('severalOf' in check) {
    const values = new Set(text.split(',').map((part) => part.trim()))
    return values.size <= check.max && [...values].every((value) => matchesFilterCheck(check.severalOf, value))
  }
  if ('min' in check) return text.length >= check.min && text.length <= check.max
  return new RegExp(check.pattern).test(text)
}

/** What of the text the filter takes: of several values those that it knows, else all of it or ''. */
export const keepKnownFilterValues = (check: FilterCheck, text: string): string => {
  if (!('severalOf' in check)) return matchesFilterCheck(check, text) ? text : ''
  const known = splitFilterValues(text).filter((value) => matchesFilterCheck(check.severalOf, value))
  return known.slice(0, check.max).join()
}

/** The digits of a bigint above zero. */
export const idPattern = /^[1-9]\d{0,17}$/

/** The id that a parameter of an address names; undefined where it names none. */
export const parseId = (text: string | null): string | undefined => (text && idPattern.test(text) ? text : undefined)
