import type { Cell, ColumnKind } from './columns.ts'

/** Indexes into the cell formats of the style sheet. */
export const formats = { plain: 0, heading: 1, money: 2, integer: 3, date: 4, text: 5, rate: 6, moment: 7 } as const

/** Excel refuses longer texts. */
const longestText = 32_767
/** Excel keeps no more digits of a number; what has more is written as text, so that no figure is wrong. */
const mostDigits = 15

const special = /[&<>\p{Cc}\ufffe\uffff]|_(?=x[\da-fA-F]{4}_)/gu
const outerSpace = /^\s|\s$|\s\s|[\t\n]/
const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\t': '\t', '\n': '\n' }

/** `_xHHHH_` is how the format spells what XML can't hold, and `_` itself where a text already looks like that. */
const spelt = (character: string): string => {
  const entity = entities[character]
  if (entity) return entity
  const code = character.charCodeAt(0)
  if (code >= 0x7f && code < 0xfffe) return character
  return `_x${code.toString(16).toUpperCase().padStart(4, '0')}_`
}

/** Text as it stands inside an element. */
export const xmlText = (text: string): string => text.replace(special, spelt)

/** Text as it stands inside a quoted attribute, where the format knows no `_xHHHH_`: what XML can't hold is left out. */
export const xmlAttribute = (text: string): string =>
  text.replace(/[\p{Cc}\ufffe\uffff]/gu, '').replace(/[&<>"]/g, (c) => entities[c] ?? '&quot;')

/** Cut where Excel's limit is, never inside a pair of surrogates, and seen to be cut. */
const shortened = (text: string): string => `${text.slice(0, longestText - 1).replace(/[\ud800-\udbff]$/, '')}…`

const textCell = (at: string, text: string, format: number): string => {
  const shown = xmlText(text.length > longestText ? shortened(text) : text)
  const space = outerSpace.test(shown) ? ' xml:space="preserve"' : ''
  return `<c r="${at}" s="${format}" t="inlineStr"><is><t${space}>${shown}</t></is></c>`
}

const decimal = /^-?\d+(?:\.\d+)?$/

/** The digits go into the file as they came: no float in between. */
const numberCell = (at: string, value: string, format: number): string => {
  const isExact = value.length <= mostDigits || value.replace(/^-?0*|\.|0+$/g, '').length <= mostDigits
  return decimal.test(value) && isExact
    ? `<c r="${at}" s="${format}"><v>${value}</v></c>`
    : textCell(at, value, formats.text)
}

const dayPattern = /^(\d{4})-(\d\d)-(\d\d)$/

/** Days from 1970-01-01 in the civil calendar, by whole numbers: neither time zones nor daylight saving can shift it. */
const civilDays = (year: number, month: number, day: number): number => {
  const shifted = month <= 2 ? year - 1 : year
  const era = Math.floor(shifted / 400)
  const yearOfEra = shifted - era * 400
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1
  return era * 146_097 + yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear - 719_468
}

/**
 * Excel's number of a day 'YYYY-MM-DD', or null where it has none: it begins with 1900-01-01 = 1 and believes in a
 * 29 February 1900, so the days before March of that year count one less than the distance says.
 */
export const excelDay = (date: string): number | null => {
  const parts = dayPattern.exec(date)
  if (!parts) return null
  const distance = civilDays(Number(parts[1]), Number(parts[2]), Number(parts[3])) + 25_569
  const serial = distance < 61 ? distance - 1 : distance
  return serial >= 1 ? serial : null
}

const dateCell = (at: string, value: string): string => {
  const day = excelDay(value)
  return day === null ? textCell(at, value, formats.text) : `<c r="${at}" s="${formats.date}"><v>${day}</v></c>`
}

const momentPattern = /^(\d{4}-\d\d-\d\d)[ T](\d\d):(\d\d):(\d\d)$/

/** Days and the part of a day, to the second. */
const momentCell = (at: string, value: string): string => {
  const [, date = '', hours, minutes, seconds] = momentPattern.exec(value) ?? []
  const day = excelDay(date)
  if (day === null) return textCell(at, value, formats.text)
  const elapsed = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
  return `<c r="${at}" s="${formats.moment}"><v>${(day + elapsed / 86_400).toFixed(8)}</v></c>`
}

type Draw = (at: string, value: Exclude<Cell, null>) => string

/** Draws a cell of a column. Text that looks like a formula stays text: a formula would be an element of its own. */
export const draws: Record<ColumnKind, Draw> = {
  text: (at, value) => textCell(at, String(value), formats.text),
  money: (at, value) => numberCell(at, String(value), formats.money),
  integer: (at, value) => numberCell(at, String(value), formats.integer),
  rate: (at, value) => numberCell(at, String(value), formats.rate),
  date: (at, value) => dateCell(at, String(value)),
  moment: (at, value) => momentCell(at, String(value)),
  boolean: (at, value) => `<c r="${at}" s="${formats.plain}" t="b"><v>${value ? 1 : 0}</v></c>`,
}

export const headingCell = (at: string, text: string): string => textCell(at, text, formats.heading)

/** 0 = A, 26 = AA. */
export const columnLetters = (index: number): string =>
  (index >= 26 ? columnLetters(Math.floor(index / 26) - 1) : '') + String.fromCharCode(65 + (index % 26))
