import { asDecimal, centsOf, moneyOf } from '#rules/cents.ts'
import { dayOf, type FileEntry, type FileStatement, mostEntries, tidy, wrongFile } from './statement-file.ts'

type Line = { at: string; text: string }

const width = 80
/** ISO 4217 by their numbers: what a Spanish bank keeps accounts of a firm in. */
const currencies: Record<string, string> = { '978': 'EUR', '840': 'USD', '826': 'GBP', '756': 'CHF', '484': 'MXN' }

const digits = ({ text, at }: Line, from: number, to: number): string => {
  const part = text.slice(from, to)
  if (!/^\d+$/.test(part)) throw wrongFile('amount', at)
  return part
}

/** Whole cents; 1 stands for the debit, 2 for the credit of the account's holder. */
const amountAt = (line: Line, sign: number, from: number): bigint => {
  const cents = BigInt(digits(line, from, from + 14))
  if (line.text[sign] !== '1' && line.text[sign] !== '2') throw wrongFile('amount', line.at)
  return line.text[sign] === '1' ? -cents : cents
}

const dateAt = ({ text, at }: Line, from: number): string =>
  dayOf(`20${text.slice(from, from + 2)}-${text.slice(from + 2, from + 4)}-${text.slice(from + 4, from + 6)}`, at)

const controlDigit = (number: string): string => {
  const weights = [1, 2, 4, 8, 5, 10, 9, 7, 3, 6]
  const rest = 11 - ([...number].reduce((sum, digit, n) => sum + Number(digit) * weights[n]!, 0) % 11)
  return String(rest === 11 ? 0 : rest === 10 ? 1 : rest)
}

/** The file has bank, office and account; the IBAN, as every other file calls the account, follows from them. */
const ibanOf = (bank: string, office: string, account: string): string => {
  const full = `${bank}${office}${controlDigit(`00${bank}${office}`)}${controlDigit(account)}${account}`
  // ES00 at its end, letters as numbers.
  const check = 98n - (BigInt(`${full}142800`) % 97n)
  return `ES${check.toString().padStart(2, '0')}${full}`
}

/** The bank's own word for what comes back, in AEB's table of common concepts: 'devoluciones e impagados'. No payer writes it. */
const conceptOfReturns = '14'

/** A line of an account: what was booked, and the lines of text that belong to it. */
const entryOf = (line: Line, texts: readonly Line[]): FileEntry => {
  const { text } = line
  const cents = amountAt(line, 27, 28)
  const remittance = tidy(texts.map((more) => `${more.text.slice(4, 42)} ${more.text.slice(42, 80)}`).join(' '), 1000)
  const named = [text.slice(42, 52), text.slice(52, 64), text.slice(64, 80)].map((part) => part.trim())
  const reference = named.filter((part) => !/^0*$/.test(part)).join(' ')
  return {
    bookingDate: dateAt(line, 10),
    valueDate: dateAt(line, 16),
    amount: moneyOf(cents),
    reference: tidy(reference || `${text.slice(22, 27)} ${remittance}`, 300),
    counterpartyName: null,
    counterpartyNumber: null,
    remittance: tidy(`${remittance} ${reference}`, 1000),
    endToEnd: null,
    returnCode: cents > 0n && text.slice(22, 24) === conceptOfReturns ? 'NARR' : null,
  }
}

const sumOf = (entries: readonly FileEntry[], isIn: boolean): bigint =>
  entries.map(({ amount }) => centsOf(amount)).reduce((sum, cents) => (cents > 0n === isIn ? sum + cents : sum), 0n)

/** What a statement books, and its lines of 0.00: information for the holder, which moves nothing. */
type Booked = { entries: readonly FileEntry[]; empty: readonly Line[] }

/** The record that closes an account says how many there were and how much; it has to be what was read. */
const refuseOtherTotals = (line: Line, head: Line, { entries, empty }: Booked): void => {
  if (line.text.slice(2, 20) !== head.text.slice(2, 20)) throw wrongFile('record', line.at)
  const incoming = entries.filter(({ amount }) => !amount.startsWith('-')).length
  // Banks count a line of 0.00 on its side, or not at all.
  const fits = (told: number, moving: number, sign: string) =>
    told >= moving && told <= moving + empty.filter(({ text }) => text[27] === sign).length
  if (!fits(Number(digits(line, 20, 25)), entries.length - incoming, '1')) throw wrongFile('count', line.at)
  if (!fits(Number(digits(line, 39, 44)), incoming, '2')) throw wrongFile('count', line.at)
  if (BigInt(digits(line, 25, 39)) !== -sumOf(entries, false)) throw wrongFile('total', line.at)
  if (BigInt(digits(line, 44, 58)) !== sumOf(entries, true)) throw wrongFile('total', line.at)
}

/** The records of an account, each of its movements with what follows it. */
const groupsOf = (lines: readonly Line[]): Line[][] => {
  const groups: Line[][] = []
  for (const line of lines) {
    const kind = line.text.slice(0, 2)
    if (kind === '22') groups.push([line])
    else if ((kind !== '23' && kind !== '24') || groups.length === 0) throw wrongFile('record', line.at)
    else groups.at(-1)!.push(line)
  }
  return groups
}

const statementOf = (lines: readonly Line[], position: number): FileStatement => {
  const [head, last] = [lines[0]!, lines.at(-1)!]
  if (head.text.slice(0, 2) !== '11') throw wrongFile('record', head.at)
  if (last.text.slice(0, 2) !== '33') throw wrongFile('missing', last.at)
  const groups = groupsOf(lines.slice(1, -1))
  const isEmpty = ([line]: readonly Line[]) => amountAt(line!, 27, 28) === 0n
  const entries = groups
    .filter((group) => !isEmpty(group))
    .map(([line, ...own]) =>
      entryOf(
        line!,
        own.filter(({ text }) => text.startsWith('23')),
      ),
    )
  refuseOtherTotals(last, head, { entries, empty: groups.filter(isEmpty).map(([line]) => line!) })
  const opening = amountAt(head, 32, 33)
  const closing = amountAt(last, 58, 59)
  if (opening + sumOf(entries, true) + sumOf(entries, false) !== closing) throw wrongFile('balance', last.at)
  const currency = currencies[head.text.slice(47, 50)]
  if (!currency || head.text.slice(47, 50) !== last.text.slice(73, 76)) throw wrongFile('currency', head.at)
  const [fromDate, toDate] = [dateAt(head, 20), dateAt(head, 26)]
  if (fromDate > toDate) throw wrongFile('date', head.at)
  return {
    number: ibanOf(digits(head, 2, 6), digits(head, 6, 10), digits(head, 10, 20)),
    name: tidy(head.text.slice(51, 77), 140) || null,
    ...{ currency, entries, fromDate, toDate },
    reference: `${head.text.slice(26, 32)}-${position}`,
    opening: asDecimal(opening, 2),
    closing: asDecimal(closing, 2),
  }
}

const mostLines = 6 * mostEntries

const linesOf = (content: Uint8Array): Line[] => {
  const text = Buffer.from(content).toString('latin1')
  // No more of them than tells that they are too many.
  const lines = text.split(/\r\n|\n|\r/, mostLines + 1000).map((line, n) => ({ at: `line ${n + 1}`, text: line }))
  while (lines.length > 0 && lines.at(-1)!.text.replaceAll('\u001a', '').trim() === '') lines.pop()
  for (const { text: line, at } of lines) if (line.length > width) throw wrongFile('tooLong', at)
  if (lines.length > mostLines) throw wrongFile('tooMany', `line ${mostLines + 1}`)
  return lines.map(({ text: line, at }) => ({ at, text: line.padEnd(width) }))
}

/** The statements of a file of AEB's Cuaderno 43: 80 columns, ISO-8859-1. Refuses the whole file by line and reason where anything doesn't fit. */
export const readNorma43 = (content: Uint8Array): FileStatement[] => {
  const lines = linesOf(content)
  const end = lines.pop()
  if (end?.text.slice(0, 2) !== '88') throw wrongFile('missing', end?.at ?? 'line 1')
  if (Number(digits(end, 20, 26)) !== lines.length) throw wrongFile('count', end.at)
  const statements: Line[][] = []
  for (const line of lines) {
    if (line.text.startsWith('11')) statements.push([line])
    else if (statements.length === 0) throw wrongFile('record', line.at)
    else statements.at(-1)!.push(line)
  }
  if (statements.length === 0) throw wrongFile('empty', 'line 1')
  return statements.map((own, n) => statementOf(own, n + 1))
}
