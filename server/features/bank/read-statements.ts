import { booksCurrency, tenantFacts } from '#contract/core/tenants.ts'
import type { Prefix } from '#contract/core/values.ts'
import { readCamt053 } from '#rules/bank-file/camt053.ts'
import { readNorma43 } from '#rules/bank-file/norma43.ts'
import { type FileStatement, wrongFile } from '#rules/bank-file/statement-file.ts'
import { parseDay } from '#rules/calendar.ts'
import { kindOfContent } from '#server/core/content-kind.ts'
import type { Job } from '#server/core/threads.ts'

type Read = { format: 'camt053' | 'norma43'; statements: FileStatement[] }

/** What a firm's bank accounts may be kept in: the currency of its books, and the one in which its payments leave. */
const takes = (prefix: Prefix, currency: string): boolean =>
  currency === booksCurrency || currency === tenantFacts[prefix].payCurrency

/** What begins with a tag is XML; a Norma 43 begins with its record 11. Nothing is guessed beyond that. */
const formatOf = (content: Uint8Array): Read['format'] => {
  if (kindOfContent(content) !== 'text') throw wrongFile('notStatement', 'line 1')
  const head = Buffer.from(content.subarray(0, 400)).toString('latin1').replace(/^ï»¿/, '').trimStart()
  if (head.startsWith('<')) return 'camt053'
  if (/^11\d{18}/.test(head)) return 'norma43'
  throw wrongFile('notStatement', 'line 1')
}

/** A line is booked on its own day: one of years before its statement is a slip, and would open a month of long ago. */
const longestBeforeDays = 366

/** The statements of an uploaded file, checked as a whole: totals, balances, currency, and that nothing of it is of a day to come. */
export const readStatements = (content: Uint8Array, prefix: Prefix, today: string): Read => {
  const format = formatOf(content)
  const statements = format === 'camt053' ? readCamt053(content) : readNorma43(content)
  for (const [n, { currency, fromDate, toDate, number, entries }] of statements.entries()) {
    const at = format === 'camt053' ? `Stmt[${n + 1}]` : `11[${n + 1}]`
    if (!takes(prefix, currency)) throw wrongFile('currency', at)
    if (!/^[A-Z0-9]{5,40}$/.test(number)) throw wrongFile('missing', at)
    if (toDate > today || entries.some(({ bookingDate }) => bookingDate > today)) throw wrongFile('future', at)
    const first = parseDay(fromDate) - longestBeforeDays
    if (entries.some(({ bookingDate }) => parseDay(bookingDate) < first)) throw wrongFile('date', at)
  }
  return { format, statements }
}

type Input = { content: Uint8Array; prefix: Prefix; today: string }

export const readStatementsJob: Job<Input, Read> = {
  name: 'read statements',
  run: function* ({ content, prefix, today }) {
    yield readStatements(content, prefix, today)
  },
}
