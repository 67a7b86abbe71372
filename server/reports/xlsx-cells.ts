import type { ReportCell, ReportColumnKind } from './columns.ts'

/** Indexes into the cell formats of the style sheet. */
export const cellFormats = {
  plain: 0,
  heading: 1,
  money: 2,
  integer: 3,
  date: 4,
  text: 5,
  rate: 6,
  dateTime: 7,
} as const

/** Excel refuses longer texts. */
const maxCellTextLength = 32_767
/** Excel keeps no more digits of a number; what has more is written as text, so that no figure is wrong. */
const maxNumberDigits = 15

const specialCharactersPattern = /[&<>\p{Cc}\ufffe\uffff]|_(?=x[\da-fA-F]{4}_)/gu
const outerSpacePattern = /^\s|\s$|\s\s|[\t\n]/
const xmlEntities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\t': '\t', '\n': '\n' }

/** `_xHHHH_` is how the format spells what XML can't hold, and `_` itself where a text already looks like that. */
const escapeXmlCharacter = (character: string): string => {
  const entity = xmlEntities[character]
  if (entity) return entity
  const code = character.charCodeAt(0)
  if (code >= 0x7f && code < 0xfffe) return character
  return `_x${code.toString(16).toUpperCase().padStart(4, '0')}_`
}

/** Text as it stands inside an element. */
export const escapeXmlText = (text: string): string => text.replace(specialCharactersPattern, escapeXmlCharacter)

/** Text as it stands inside a quoted attribute, where the format knows no `_xHHHH_`: what XML can't hold is left out. */
export const escapeXmlAttribute = (text: string): string =>
  text.replace(/[\p{Cc}\ufffe\uffff]/gu, '').replace(/[&<>"]/g, (c) => xmlEntities[c] ?? '&quot;')

/** Cut where Excel's limit is, never inside a pair of surrogates, and seen to be cut. */
const shortenText = (text: string): string => `${text.slice(0, maxCellTextLength - 1).replace(/[\ud800-\udbff]$/, '')}…`

const renderTextCell = (at: string, text: string, format: number): string => {
  const shown = escapeXmlText(text.length > maxCellTextLength ? shortenText(text) : text)
  const space = outerSpacePattern.test(shown) ? ' xml:space="preserve"' : ''
  return `<c r="${at}" s="${format}" t="inlineStr"><is><t${space}>${shown}</t></is></c>`
}

const decimalPattern = /^-?\d+(?:\.\d+)?$/

/** The digits go into the file as they came: no float in between. */
const renderNumberCell = (at: string, value: string, format: number): string => {
  const isExact = value.length <= maxNumberDigits || value.replace(/^-?0*|\.|0+$/g, '').length <= maxNumberDigits
  return decimalPattern.test(value) && isExact
    ? `<c r="${at}" s="${format}"><v>${value}</v></c>`
    : renderTextCell(at, value, cellFormats.text)
}

const dayPattern = /^(\d{4})-(\d\d)-(\d\d)$/

/** Days from 1970-01-01 in the civil calendar, by whole numbers: neither time zones nor daylight saving can shift it. */
const countCivilDays = (year: number, month: number, day: number): number => {
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
export const toExcelDay = (date: string): number | null => {
  const parts = dayPattern.exec(date)
  if (!parts) return null
  const distance = countCivilDays(Number(parts[1]), Number(parts[2]), Number(parts[3])) + 25_569
  const serial = distance < 61 ? distance - 1 : distance
  return serial >= 1 ? serial : null
}

const renderDateCell = (at: string, value: string): string => {
  const day = toExcelDay(value)
  return day === null
    ? renderTextCell(at, value, cellFormats.text)
    : `<c r="${at}" s="${cellFormats.date}"><v>${day}</v></c>`
}

const dateTimePattern = /^(\d{4}-\d\d-\d\d)[ T](\d\d):(\d\d)(?::(\d\d))?$/

/** Days and the part of a day, to the second. */
const renderDateTimeCell = (at: string, value: string): string => {
  const [, date = '', hours, minutes, seconds = '0'] = dateTimePattern.exec(value) ?? []
  const day = toExcelDay(date)
  if (day === null) return renderTextCell(at, value, cellFormats.text)
  const elapsed = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
  return `<c r="${at}" s="${cellFormats.dateTime}"><v>${(day + elapsed / 86_400).toFixed(8)}</v></c>`
}

type CellRenderer = (at: string, value: Exclude<ReportCell, null>) => string

/** Draws a cell of a column. Text that looks like a formula stays text: a formula would be an element of its own. */
export const cellRenderers: Record<ReportColumnKind, CellRenderer> = {
  text: (at, value) => renderTextCell(at, String(value), cellFormats.text),
  money: (at, value) => renderNumberCell(at, String(value), cellFormats.money),
  integer: (at, value) => renderNumberCell(at, String(value), cellFormats.integer),
  rate: (at, value) => renderNumberCell(at, String(value), cellFormats.rate),
  date: (at, value) => renderDateCell(at, String(value)),
  dateTime: (at, value) => renderDateTimeCell(at, String(value)),
  boolean: (at, value) => `<c r="${at}" s="${cellFormats.plain}" t="b"><v>${value ? 1 : 0}</v></c>`,
}

export const renderHeadingCell = (at: string, text: string): string => renderTextCell(at, text, cellFormats.heading)

/** 0 = A, 26 = AA. */
export const toColumnLetters = (index: number): string =>
  (index >= 26 ? toColumnLetters(Math.floor(index / 26) - 1) : '') + String.fromCharCode(65 + (index % 26))
