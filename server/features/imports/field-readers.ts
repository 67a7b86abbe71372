import { monthLength } from '#rules/calendar.ts'
import { MalformedLineError } from './refusals.ts'

/** Reads one field each. All throw Malformed with the column's name, never with the value: it may be somebody's. */

export const readIdField = (column: string, text: string): string => {
  if (!/^[1-9]\d{0,11}$/.test(text)) throw new MalformedLineError(`${column} is not a number of 1 to 12 digits`)
  return text
}

/** A whole number within bounds. */
export const readIntegerField = (column: string, text: string, min: number, max: number): string => {
  const value = /^-?\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (!(value >= min && value <= max))
    throw new MalformedLineError(`${column} is not a whole number from ${min} to ${max}`)
  return String(value)
}

/** An amount of at most two decimals, in one spelling: '700.00'. */
export const readAmountField = (
  column: string,
  text: string,
  sign: 'positive' | 'notNegative' | 'any' = 'positive',
): string => {
  const parts = /^(-?)0*(\d{1,13})(?:\.(\d{1,2}))?$/.exec(text)
  if (!parts) throw new MalformedLineError(`${column} is not an amount`)
  const amount = `${parts[1]}${parts[2]}.${(parts[3] ?? '').padEnd(2, '0')}`
  if (sign === 'positive' && !/[1-9]/.test(amount)) throw new MalformedLineError(`${column} is 0`)
  if (sign !== 'any' && amount.startsWith('-')) throw new MalformedLineError(`${column} is negative`)
  return amount
}

/** One of the known words. Blanks around it don't count: '' and ' ' are both none. */
export const readEnumField = (
  column: string,
  text: string,
  allowedWords: Readonly<Record<string, unknown>>,
): string => {
  const word = text.trim()
  if (!Object.hasOwn(allowedWords, word)) throw new MalformedLineError(`${column} is unknown`)
  return word
}

/** Free text of the file, not empty. */
export const readTextField = (column: string, text: string, maxLength: number): string => {
  const value = text.trim()
  if (value.includes('"')) throw new MalformedLineError(`${column} has a quote that doesn't pair`)
  if (value === '' || value.length > maxLength)
    throw new MalformedLineError(`${column} is not a text of 1 to ${maxLength} characters`)
  return value
}

/** 'YYYY-MM-DD' of a day that the calendar has. */
export const toIsoDay = (column: string, year: number, month: number, day: number): string => {
  const real = month >= 1 && month <= 12 && day >= 1 && day <= monthLength(year, month)
  if (!real) throw new MalformedLineError(`${column} is not a day of the calendar`)
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

/** YYMMDD. Years from 70 on are of the 20th century, the others of the 21st. */
export const readShortDateField = (column: string, text: string): string => {
  const [, year, month, day] = /^(\d\d)(\d\d)(\d\d)$/.exec(text) ?? []
  if (!year) throw new MalformedLineError(`${column} is not a date YYMMDD`)
  return toIsoDay(column, Number(year) + (Number(year) < 70 ? 2000 : 1900), Number(month), Number(day))
}
