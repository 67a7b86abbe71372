import type { z } from 'zod'
import type { ImportFault } from '#contract/imports/rows.ts'
import type { ImportFileFormat } from '#contract/imports.ts'
import { toSearchText } from '#rules/search-text.ts'
import { toIsoDay } from '../field-readers.ts'
import { MalformedLineError } from '../refusals.ts'

/** What is wrong with one field of a row. */
export class FieldFaultError extends Error {
  readonly fault: ImportFault
  constructor(fault: ImportFault) {
    super(fault)
    this.fault = fault
  }
}

/** Reads a text by the schema of the form: what the form refuses, the row does. */
export const parseBySchema =
  (schema: z.ZodType, fault: ImportFault = 'invalid') =>
  (text: string): string => {
    const { data, error } = schema.safeParse(text)
    if (!error) return data as string
    const codes = error.issues.map(({ code }) => code)
    throw new FieldFaultError(codes.includes('too_big') ? 'tooLong' : fault)
  }

/** The largest amount of one row: as many as a file may have of them stay within what the books can hold. */
const maxAmountDigits = 10

export const groupSeparators = { ',': '.', '.': ',' } as const

/** '-1.234,5 €' as '-1234.50'. Groups of thousands are three figures each, or none; nothing is rounded. */
export const parseAmount = (text: string, { decimal }: Pick<ImportFileFormat, 'decimal'>): string => {
  const bare = text.trim().replace(/^(?:€|EUR)\s*|\s*(?:€|EUR)$/gi, '')
  const group = groupSeparators[decimal]
  const parts = new RegExp(
    `^([+\\u2212-]?)(\\d+|\\d{1,3}(?:[\\${group}\\u0020\\u00a0\\u202f']\\d{3})+)(?:\\${decimal}(\\d{1,2}))?$`,
  ).exec(bare)
  if (!parts) throw new FieldFaultError('amount')
  const [, sign = '', whole = '', part = ''] = parts
  const figures = whole.replace(/\D/g, '').replace(/^0+(?=\d)/, '')
  if (figures.length > maxAmountDigits) throw new FieldFaultError('tooLarge')
  if (/^0*$/.test(figures + part)) throw new FieldFaultError('zero')
  return `${sign === '' || sign === '+' ? '' : '-'}${figures}.${part.padEnd(2, '0')}`
}

const datePartPositions = { ymd: [0, 1, 2], dmy: [2, 1, 0], mdy: [2, 0, 1] } as const

/** A day as 'YYYY-MM-DD'. Years have four figures: of two, nobody can tell the century. A time behind it doesn't count. */
export const parseDate = (text: string, { dates }: Pick<ImportFileFormat, 'dates'>): string => {
  const bare = text.trim().replace(/[T ]\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?$/, '')
  const joined = /^(\d{4})(\d{2})(\d{2})$/.exec(bare)
  const parts = joined && dates === 'ymd' ? joined.slice(1) : /^(\d{1,4})([-/.])(\d{1,2})\2(\d{1,4})$/.exec(bare)
  const figures = parts?.length === 5 ? [parts[1]!, parts[3]!, parts[4]!] : (parts ?? [])
  const [year = '', month = '', day = ''] = datePartPositions[dates].map((place) => figures[place])
  if (year.length !== 4 || month.length > 2 || day.length > 2 || !/^(19|20)/.test(year))
    throw new FieldFaultError('date')
  try {
    return toIsoDay('date', Number(year), Number(month), Number(day))
  } catch (error) {
    if (error instanceof MalformedLineError) throw new FieldFaultError('date')
    throw error
  }
}

/** Free text as it stands; null where there is none. What the database has no place for is refused. */
export const parseText = (text: string, maxLength: number): string | null => {
  if (text.includes('\0')) throw new FieldFaultError('text')
  if (text.length > maxLength) throw new FieldFaultError('tooLong')
  return text === '' ? null : text
}

/** A word of ours, or one that people write for it in any of our languages: accents, case and blanks don't count. */
export const parseWord = <W extends string>(text: string, words: Readonly<Record<W, readonly string[]>>): W => {
  const searchedText = toSearchText(text.replaceAll('_', ' '))
  const found = (Object.keys(words) as W[]).find(
    (word) => toSearchText(word.replaceAll('_', ' ')) === searchedText || words[word].includes(searchedText),
  )
  if (!found) throw new FieldFaultError('word')
  return found
}

/** The number of an account as letters and digits: blanks and dashes are how people write it, and no other sign is. */
export const parseAccountNumber = (text: string): string => {
  if (text.includes('\0')) throw new FieldFaultError('text')
  const bare = text.replace(/[\s\p{Pd}\u2212]/gu, '').toUpperCase()
  if (!/^[A-Z0-9]+$/.test(bare)) throw new FieldFaultError('account')
  if (bare.length > 40) throw new FieldFaultError('tooLong')
  return bare
}

/** A CVL or an identity number as letters and digits: blanks and the signs between their parts don't count. */
export const parsePersonCode = (text: string): string => {
  if (text.includes('\0')) throw new FieldFaultError('text')
  const bare = text.replace(/[\s./\p{Pd}\u2212]/gu, '').toUpperCase()
  if (!/^[A-Z0-9Ñ&]+$/.test(bare)) throw new FieldFaultError('client')
  if (bare.length > 40) throw new FieldFaultError('tooLong')
  return bare
}

/** A rate in per cent as numeric(9,6) takes it: '3,25 %' as '3.25'. Six decimals at most. */
export const parseRate = (text: string): string => {
  const parts = /^(\d{1,3})(?:[.,](\d{1,6}))?$/.exec(text.trim().replace(/\s*%$/, ''))
  if (!parts) throw new FieldFaultError('invalid')
  return `${Number(parts[1])}.${parts[2] ?? '0'}`
}

/** Without zeros before or decimals of nought after it. Throws a fault of the field outside of the bounds. */
export const parseWholeNumber = (text: string, min: number, max: number): string => {
  const bare = text.trim().replace(/[.,]0+$/, '')
  if (!/^\d{1,6}$/.test(bare) || Number(bare) < min || Number(bare) > max) throw new FieldFaultError('invalid')
  return String(Number(bare))
}
