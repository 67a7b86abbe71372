import { accountingCurrency, tenantFacts } from '#contract/core/tenants.ts'
import type { Prefix } from '#contract/core/values.ts'
import { readCamt053 } from '#rules/bank-file/camt053.ts'
import { readNorma43 } from '#rules/bank-file/norma43.ts'
import { type BankFileStatement, buildStatementFileRefusal } from '#rules/bank-file/statement-file.ts'
import { parseDay } from '#rules/calendar.ts'
import { detectContentKind } from '#server/core/content-kind.ts'
import type { ThreadJob } from '#server/core/worker-threads.ts'

type ReadResult = { format: 'camt053' | 'norma43'; statements: BankFileStatement[] }

/** What a firm's bank accounts may be kept in: the currency of its books, and the one in which its payments leave. */
const acceptsCurrency = (prefix: Prefix, currency: string): boolean =>
  currency === accountingCurrency || currency === tenantFacts[prefix].payCurrency

/** What begins with a tag is XML; a Norma 43 begins with its record 11. Nothing is guessed beyond that. */
const detectStatementFormat = (content: Uint8Array): ReadResult['format'] => {
  if (detectContentKind(content) !== 'text') throw buildStatementFileRefusal('notStatement', 'line 1')
  const head = Buffer.from(content.subarray(0, 400)).toString('latin1').replace(/^ï»¿/, '').trimStart()
  if (head.startsWith('<')) return 'camt053'
  if (/^11\d{18}/.test(head)) return 'norma43'
  throw buildStatementFileRefusal('notStatement', 'line 1')
}

/** A line is booked on its own day: one of years before its statement is a slip, and would open a month of long ago. */
const maxDaysBeforeStatement = 366

/** The statements of an uploaded file, checked as a whole: totals, balances, currency, and that nothing of it is of a day to come. */
export const readStatements = (content: Uint8Array, prefix: Prefix, today: string): ReadResult => {
  const format = detectStatementFormat(content)
  const statements = format === 'camt053' ? readCamt053(content) : readNorma43(content)
  for (const [n, { currency, fromDate, toDate, number, entries }] of statements.entries()) {
    const at = format === 'camt053' ? `Stmt[${n + 1}]` : `11[${n + 1}]`
    if (!acceptsCurrency(prefix, currency)) throw buildStatementFileRefusal('currency', at)
    if (!/^[A-Z0-9]{5,40}$/.test(number)) throw buildStatementFileRefusal('missing', at)
    if (toDate > today || entries.some(({ bookingDate }) => bookingDate > today))
      throw buildStatementFileRefusal('future', at)
    const first = parseDay(fromDate) - maxDaysBeforeStatement
    if (entries.some(({ bookingDate }) => parseDay(bookingDate) < first)) throw buildStatementFileRefusal('date', at)
  }
  return { format, statements }
}

type ReadStatementsInput = { content: Uint8Array; prefix: Prefix; today: string }

export const readStatementsJob: ThreadJob<ReadStatementsInput, ReadResult> = {
  name: 'read statements',
  run: function* ({ content, prefix, today }) {
    yield readStatements(content, prefix, today)
  },
}
