import { Malformed } from './refusals.ts'

/** Reads one field each. All throw Malformed with the column's name, never with the value: it may be somebody's. */

export const readId = (column: string, text: string): string => {
  if (!/^[1-9]\d{0,11}$/.test(text)) throw new Malformed(`${column} is not a number of 1 to 12 digits`)
  return text
}

/** A whole number within bounds. */
export const readWhole = (column: string, text: string, least: number, most: number): string => {
  const value = /^-?\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (!(value >= least && value <= most))
    throw new Malformed(`${column} is not a whole number from ${least} to ${most}`)
  return String(value)
}

/** An amount of at most two decimals, in one spelling: '700.00'. */
export const readAmount = (
  column: string,
  text: string,
  sign: 'positive' | 'notNegative' | 'any' = 'positive',
): string => {
  const parts = /^(-?)0*(\d{1,13})(?:\.(\d{1,2}))?$/.exec(text)
  if (!parts) throw new Malformed(`${column} is not an amount`)
  const amount = `${parts[1]}${parts[2]}.${(parts[3] ?? '').padEnd(2, '0')}`
  if (sign === 'positive' && !/[1-9]/.test(amount)) throw new Malformed(`${column} is 0`)
  if (sign !== 'any' && amount.startsWith('-')) throw new Malformed(`${column} is negative`)
  return amount
}

/** One of the known words. Blanks around it don't count: '' and ' ' are both none. */
export const readWord = (column: string, text: string, known: Readonly<Record<string, unknown>>): string => {
  const word = text.trim()
  if (!Object.hasOwn(known, word)) throw new Malformed(`${column} is unknown`)
  return word
}

/** Free text of the file, not empty. */
export const readText = (column: string, text: string, longest: number): string => {
  const value = text.trim()
  if (value.includes('"')) throw new Malformed(`${column} has a quote that doesn't pair`)
  if (value === '' || value.length > longest)
    throw new Malformed(`${column} is not a text of 1 to ${longest} characters`)
  return value
}

const daysIn = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate()

/** 'YYYY-MM-DD' of a day that the calendar has. */
export const readDay = (column: string, year: number, month: number, day: number): string => {
  const real = month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month)
  if (!real) throw new Malformed(`${column} is not a day of the calendar`)
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

/** YYMMDD. Years from 70 on are of the 20th century, the others of the 21st. */
export const readShortDate = (column: string, text: string): string => {
  const [, year, month, day] = /^(\d\d)(\d\d)(\d\d)$/.exec(text) ?? []
  if (!year) throw new Malformed(`${column} is not a date YYMMDD`)
  return readDay(column, Number(year) + (Number(year) < 70 ? 2000 : 1900), Number(month), Number(day))
}
