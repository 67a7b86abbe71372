import { createHash } from 'node:crypto'
import { type PaymentFileContent, type PaymentFileLine, sumPaymentLines } from './file-content.ts'
import { toSepaText } from './sepa-text.ts'

const maxNameLength = 40

/** Names in capitals without the separator: what banks' screens for SPEI take. */
const formatSpeiName = (text: string): string => toSepaText(text, maxNameLength).toUpperCase()

/** The receiving bank is the first three digits of the CLABE; the numeric reference has seven; the concept says what is paid. */
const renderTransfer = ({ reference, name: payee, number, amount, purpose }: PaymentFileLine, n: number): string =>
  [
    'D',
    n + 1,
    reference,
    number.slice(0, 3),
    number,
    amount,
    formatSpeiName(payee),
    reference.slice(-7),
    formatSpeiName(purpose),
  ].join('|')

/**
 * Payments by SPEI as lines of fields with '|' between: a header with the totals, one line a payment, and a trailer that says the totals
 * again and the SHA-256 of all lines before it, so that a file that was cut or changed shows. Amounts in
 * the currency that the header names: SPEI settles pesos.
 */
export const renderSpeiFile = ({ reference, writtenAt, payOn, firm, currency, lines }: PaymentFileContent): string => {
  const total = sumPaymentLines(lines)
  const from = [firm.number, formatSpeiName(firm.name)]
  const head = ['H', 'SPEI', '1', reference, writtenAt, payOn, ...from, lines.length, total, currency]
  const body = [head.join('|'), ...lines.map(renderTransfer)].map((line) => `${line}\r\n`).join('')
  const digest = createHash('sha256').update(body).digest('hex')
  return `${body}${['T', lines.length, total, digest].join('|')}\r\n`
}
