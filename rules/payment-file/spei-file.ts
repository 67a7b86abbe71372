import { createHash } from 'node:crypto'
import { type FileContent, type FileLine, totalOf } from './file-content.ts'
import { sepaText } from './sepa-text.ts'

const longestName = 40

/** Names in capitals without the separator: what banks' screens for SPEI take. */
const name = (text: string): string => sepaText(text, longestName).toUpperCase()

/** The receiving bank is the first three digits of the CLABE; the numeric reference has seven; the concept says what is paid. */
const transfer = ({ reference, name: payee, number, amount, purpose }: FileLine, n: number): string =>
  ['D', n + 1, reference, number.slice(0, 3), number, amount, name(payee), reference.slice(-7), name(purpose)].join('|')

/**
 * Payments by SPEI as lines of fields with '|' between: a header with the totals, one line a payment, and a trailer that says the totals
 * again and the SHA-256 of all lines before it, so that a file that was cut or changed shows. Amounts in
 * the currency that the header names: SPEI settles pesos.
 */
export const speiFile = ({ reference, writtenAt, payOn, firm, currency, lines }: FileContent): string => {
  const total = totalOf(lines)
  const from = [firm.number, name(firm.name)]
  const head = ['H', 'SPEI', '1', reference, writtenAt, payOn, ...from, lines.length, total, currency]
  const body = [head.join('|'), ...lines.map(transfer)].map((line) => `${line}\r\n`).join('')
  const digest = createHash('sha256').update(body).digest('hex')
  return `${body}${['T', lines.length, total, digest].join('|')}\r\n`
}
