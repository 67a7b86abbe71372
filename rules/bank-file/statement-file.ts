import type { StatementFault } from '#contract/bank/uploads.ts'
import { parseDay, toIsoDate } from '#rules/calendar.ts'
import { RefusalError } from '#rules/refusal-error.ts'

/** One line of the bank. Amounts are decimal strings, money in positive. */
export type StatementFileEntry = {
  bookingDate: string
  valueDate: string
  amount: string
  /** What the bank calls it; where it says nothing, what it says of it. */
  reference: string
  counterpartyName: string | null
  counterpartyNumber: string | null
  remittance: string
  endToEnd: string | null
  /** Why the bank gives money back that had left, as ISO 20022 has it; null where it doesn't say that it does. */
  returnCode: string | null
  /** The bank's own details of the entry are not all of it: whose money it is they don't say. */
  partsDiffer?: true
}

export type BankFileStatement = {
  /** Of the bank account, without separators. */
  number: string
  name: string | null
  currency: string
  reference: string
  fromDate: string
  toDate: string
  opening: string
  closing: string
  entries: StatementFileEntry[]
}

/** A file of more entries than this is no statement that somebody reads. */
export const maxStatementEntries = 10_000

/** The whole file is refused: where, as a line or an element, and why. */
export const buildStatementFileRefusal = (reason: StatementFault, at: string): RefusalError =>
  new RefusalError('statement.wrongFile', {
    message: `The statement can not be taken: ${reason} at ${at}`,
    fields: { at: at.slice(0, 200), reason },
  })

/** Text as it is kept: on one line, without the blanks that banks fill their fields with, and not longer than its place. */
export const cleanText = (text: string, longest: number): string =>
  text
    .replace(/[\s\p{C}]+/gu, ' ')
    .trim()
    .slice(0, longest)

export const cleanTextOrNull = (text: string | undefined, longest: number): string | null =>
  cleanText(text ?? '', longest) || null

/** A day that the calendar has, '2026-02-28'; anything else is refused. */
export const parseStatementDate = (text: string, at: string): string => {
  const isDay = /^(19|20)\d\d-\d\d-\d\d$/.test(text) && toIsoDate(parseDay(text)) === text
  if (!isDay) throw buildStatementFileRefusal('date', at)
  return text
}
