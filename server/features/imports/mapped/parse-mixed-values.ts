import type { ImportFileFormat } from '#contract/imports.ts'
import { isLeap } from '#rules/calendar.ts'
import { toSearchText } from '#rules/search-text.ts'
import { toIsoDay } from '../field-readers.ts'
import { MalformedLineError } from '../refusals.ts'
import { toSerialDate } from '../workbook/serial-date.ts'
import { FieldFaultError, groupSeparators, parseAmount } from './parse-values.ts'

/** Values of files that several people and programs have written: each is read by itself where it can mean one thing only. */

type DecimalSign = ImportFileFormat['decimal']

/**
 * The decimal sign of one amount: the last of two different signs, or one that is followed by one or two figures, which no group has. Where
 * the amount itself doesn't tell, that of the file.
 */
const findDecimalSign = (amount: string, ofFile: DecimalSign): DecimalSign => {
  const last = /[.,](?=\d*$)/.exec(amount)?.[0] as DecimalSign | undefined
  if (!last) return ofFile
  const isMixed = amount.includes(groupSeparators[last])
  return isMixed || /[.,]\d{1,2}$/.test(amount) ? last : ofFile
}

/** '-1.234,5 €' and '1,234.5' of one file, as '-1234.50' and '1234.50'. */
export const parseMixedAmount = (text: string, { decimal }: Pick<ImportFileFormat, 'decimal'>): string =>
  parseAmount(text, { decimal: findDecimalSign(text.trim().replace(/\s*(?:€|EUR)$/i, ''), decimal) })

/** The days within which a field can lie, both included: they tell the century of a year that is written with two figures. */
export type DayRange = { from: string; to: string }
type DateParts = { year: string; month: string; day: string }

const datePartPositions = { ymd: [0, 1, 2], dmy: [2, 1, 0], mdy: [2, 0, 1] } as const
/** What a spreadsheet counts a day as: five figures, which are no other way to write one. */
const serialPattern = /^[1-9]\d{4}(?:[.,]\d+)?$/

/** Months by name in Spanish, Portuguese and English, each beside its likes; an abbreviation has three letters or more of one. */
const monthNames = [
  'enero janeiro january',
  'febrero fevereiro february',
  'marzo marco march',
  'abril april',
  'mayo maio may',
  'junio junho june',
  'julio julho july',
  'agosto august',
  'septiembre setiembre setembro september',
  'octubre outubro october',
  'noviembre novembro november',
  'diciembre dezembro december',
].map((names) => names.split(' '))

/** '1 de agosto de 1957', '9-sep-57': the day first, as people of the firms write it. */
const splitWrittenDate = (bare: string): DateParts | undefined => {
  const written = /^(\d{1,2})(?:[-/. ]|\s+de\s+)([a-z]{3,10})\.?(?:[-/, ]|\s+del?\s+)(\d{4}|\d{2})$/.exec(
    toSearchText(bare),
  )
  if (!written) return undefined
  const month = monthNames.findIndex((names) => names.some((name) => name.startsWith(written[2]!)))
  return month < 0 ? undefined : { year: written[3]!, month: String(month + 1), day: written[1]! }
}

/** A year of four figures in front is the order of the standard, whatever the file's own is. */
const splitDate = (bare: string, order: ImportFileFormat['dates']): DateParts | undefined => {
  const standard = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/.exec(bare)
  if (standard) return { year: standard[1]!, month: standard[3]!, day: standard[4]! }
  const joined = /^(\d{4})(\d{2})(\d{2})$/.exec(bare)
  if (joined && order === 'ymd') return { year: joined[1]!, month: joined[2]!, day: joined[3]! }
  const parts = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})$/.exec(bare)
  if (!parts || order === 'ymd') return undefined
  const figures = [parts[1]!, parts[3]!, parts[4]!]
  const [year, month, day] = datePartPositions[order].map((place) => figures[place]!)
  return { year: year!, month: month!, day: day! }
}

const toDay = (year: string, { month, day }: DateParts): string => {
  if (!/^(19|20)\d{2}$/.test(year)) throw new FieldFaultError('date')
  try {
    return toIsoDay('date', Number(year), Number(month), Number(day))
  } catch (error) {
    if (error instanceof MalformedLineError) throw new FieldFaultError('date')
    throw error
  }
}

/** The one century with which the day lies in its range; `century` where both do, or none. */
const readShortYear = (parts: DateParts, range: DayRange | undefined): string => {
  if (!range) throw new FieldFaultError('date')
  const possible = ['19', '20'].flatMap((century) => {
    const year = century + parts.year
    // A 29th of February is in one of two years at most.
    if (Number(parts.month) === 2 && Number(parts.day) === 29 && !isLeap(Number(year))) return []
    const day = toDay(year, parts)
    return day >= range.from && day <= range.to ? [day] : []
  })
  if (possible.length !== 1) throw new FieldFaultError('century')
  return possible[0]!
}

/**
 * A day as 'YYYY-MM-DD': in the file's order, in that of the standard, with its month by name, or as a spreadsheet counts it. A year of two figures is read where
 * only one century is possible in `range`. A time behind it doesn't count.
 */
export const parseMixedDate = (text: string, { dates }: Pick<ImportFileFormat, 'dates'>, range?: DayRange): string => {
  const bare = text.trim().replace(/[T ]\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?$/, '')
  const serial = serialPattern.test(bare) ? toSerialDate(Number.parseInt(bare, 10)) : undefined
  if (serial) return serial
  const parts = splitDate(bare, dates) ?? splitWrittenDate(bare)
  if (!parts) throw new FieldFaultError('date')
  return parts.year.length === 4 ? toDay(parts.year, parts) : readShortYear(parts, range)
}
