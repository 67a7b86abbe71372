import { centsToAmount, formatScaledDecimal, toCents } from '#rules/cents.ts'
import {
  type BankFileStatement,
  buildStatementFileRefusal,
  cleanText,
  maxStatementEntries,
  parseStatementDate,
  type StatementFileEntry,
} from './statement-file.ts'

type Norma43Line = { at: string; text: string }

const recordWidth = 80
/** ISO 4217 by their numbers: what a Spanish bank keeps accounts of a firm in. */
const currencyByIsoNumber: Record<string, string> = {
  '978': 'EUR',
  '840': 'USD',
  '826': 'GBP',
  '756': 'CHF',
  '484': 'MXN',
}

const readDigits = ({ text, at }: Norma43Line, from: number, to: number): string => {
  const part = text.slice(from, to)
  if (!/^\d+$/.test(part)) throw buildStatementFileRefusal('amount', at)
  return part
}

/** Whole cents; 1 stands for the debit, 2 for the credit of the account's holder. */
const readAmount = (line: Norma43Line, sign: number, from: number): bigint => {
  const cents = BigInt(readDigits(line, from, from + 14))
  if (line.text[sign] !== '1' && line.text[sign] !== '2') throw buildStatementFileRefusal('amount', line.at)
  return line.text[sign] === '1' ? -cents : cents
}

const readDate = ({ text, at }: Norma43Line, from: number): string =>
  parseStatementDate(
    `20${text.slice(from, from + 2)}-${text.slice(from + 2, from + 4)}-${text.slice(from + 4, from + 6)}`,
    at,
  )

const calculateControlDigit = (number: string): string => {
  const weights = [1, 2, 4, 8, 5, 10, 9, 7, 3, 6]
  const rest = 11 - ([...number].reduce((sum, digit, n) => sum + Number(digit) * weights[n]!, 0) % 11)
  return String(rest === 11 ? 0 : rest === 10 ? 1 : rest)
}

/** The file has bank, office and account; the IBAN, as every other file calls the account, follows from them. */
const buildIban = (bank: string, office: string, account: string): string => {
  const full = `${bank}${office}${calculateControlDigit(`00${bank}${office}`)}${calculateControlDigit(account)}${account}`
  // ES00 at its end, letters as numbers.
  const check = 98n - (BigInt(`${full}142800`) % 97n)
  return `ES${check.toString().padStart(2, '0')}${full}`
}

/** The bank's own word for what comes back, in AEB's table of common concepts: 'devoluciones e impagados'. No payer writes it. */
const returnConcept = '14'

/** A line of an account: what was booked, and the lines of text that belong to it. */
const toFileEntry = (line: Norma43Line, texts: readonly Norma43Line[]): StatementFileEntry => {
  const { text } = line
  const cents = readAmount(line, 27, 28)
  const remittance = cleanText(
    texts.map((more) => `${more.text.slice(4, 42)} ${more.text.slice(42, 80)}`).join(' '),
    1000,
  )
  const named = [text.slice(42, 52), text.slice(52, 64), text.slice(64, 80)].map((part) => part.trim())
  const reference = named.filter((part) => !/^0*$/.test(part)).join(' ')
  return {
    bookingDate: readDate(line, 10),
    valueDate: readDate(line, 16),
    amount: centsToAmount(cents),
    reference: cleanText(reference || `${text.slice(22, 27)} ${remittance}`, 300),
    counterpartyName: null,
    counterpartyNumber: null,
    remittance: cleanText(`${remittance} ${reference}`, 1000),
    endToEnd: null,
    returnCode: cents > 0n && text.slice(22, 24) === returnConcept ? 'NARR' : null,
  }
}

const sumEntries = (entries: readonly StatementFileEntry[], isIn: boolean): bigint =>
  entries.map(({ amount }) => toCents(amount)).reduce((sum, cents) => (cents > 0n === isIn ? sum + cents : sum), 0n)

/** What a statement books, and its lines of 0.00: information for the holder, which moves nothing. */
type StatementEntries = { entries: readonly StatementFileEntry[]; empty: readonly Norma43Line[] }

/** The record that closes an account says how many there were and how much; it has to be what was read. */
const assertStatementTotals = (line: Norma43Line, head: Norma43Line, { entries, empty }: StatementEntries): void => {
  if (line.text.slice(2, 20) !== head.text.slice(2, 20)) throw buildStatementFileRefusal('record', line.at)
  const incoming = entries.filter(({ amount }) => !amount.startsWith('-')).length
  // Banks count a line of 0.00 on its side, or not at all.
  const fits = (stated: number, moving: number, sign: string) =>
    stated >= moving && stated <= moving + empty.filter(({ text }) => text[27] === sign).length
  if (!fits(Number(readDigits(line, 20, 25)), entries.length - incoming, '1'))
    throw buildStatementFileRefusal('count', line.at)
  if (!fits(Number(readDigits(line, 39, 44)), incoming, '2')) throw buildStatementFileRefusal('count', line.at)
  if (BigInt(readDigits(line, 25, 39)) !== -sumEntries(entries, false))
    throw buildStatementFileRefusal('total', line.at)
  if (BigInt(readDigits(line, 44, 58)) !== sumEntries(entries, true)) throw buildStatementFileRefusal('total', line.at)
}

/** The records of an account, each of its movements with what follows it. */
const groupByAccount = (lines: readonly Norma43Line[]): Norma43Line[][] => {
  const groups: Norma43Line[][] = []
  for (const line of lines) {
    const kind = line.text.slice(0, 2)
    if (kind === '22') groups.push([line])
    else if ((kind !== '23' && kind !== '24') || groups.length === 0) throw buildStatementFileRefusal('record', line.at)
    else groups.at(-1)!.push(line)
  }
  return groups
}

const toFileStatement = (lines: readonly Norma43Line[], position: number): BankFileStatement => {
  const head = lines[0]!
  const last = lines.at(-1)!
  if (head.text.slice(0, 2) !== '11') throw buildStatementFileRefusal('record', head.at)
  if (last.text.slice(0, 2) !== '33') throw buildStatementFileRefusal('missing', last.at)
  const groups = groupByAccount(lines.slice(1, -1))
  const isEmpty = ([line]: readonly Norma43Line[]) => readAmount(line!, 27, 28) === 0n
  const entries = groups
    .filter((group) => !isEmpty(group))
    .map(([line, ...own]) =>
      toFileEntry(
        line!,
        own.filter(({ text }) => text.startsWith('23')),
      ),
    )
  assertStatementTotals(last, head, { entries, empty: groups.filter(isEmpty).map(([line]) => line!) })
  const opening = readAmount(head, 32, 33)
  const closing = readAmount(last, 58, 59)
  if (opening + sumEntries(entries, true) + sumEntries(entries, false) !== closing)
    throw buildStatementFileRefusal('balance', last.at)
  const currency = currencyByIsoNumber[head.text.slice(47, 50)]
  if (!currency || head.text.slice(47, 50) !== last.text.slice(73, 76))
    throw buildStatementFileRefusal('currency', head.at)
  const fromDate = readDate(head, 20)
  const toDate = readDate(head, 26)
  if (fromDate > toDate) throw buildStatementFileRefusal('date', head.at)
  return {
    number: buildIban(readDigits(head, 2, 6), readDigits(head, 6, 10), readDigits(head, 10, 20)),
    name: cleanText(head.text.slice(51, 77), 140) || null,
    currency,
    entries,
    fromDate,
    toDate,
    reference: `${head.text.slice(26, 32)}-${position}`,
    opening: formatScaledDecimal(opening, 2),
    closing: formatScaledDecimal(closing, 2),
  }
}

const maxLines = 6 * maxStatementEntries

const readNorma43Lines = (content: Uint8Array): Norma43Line[] => {
  const text = Buffer.from(content).toString('latin1')
  // No more of them than tells that they are too many.
  const lines = text.split(/\r\n|\n|\r/, maxLines + 1000).map((line, n) => ({ at: `line ${n + 1}`, text: line }))
  while (lines.length > 0 && lines.at(-1)!.text.replaceAll('\u001a', '').trim() === '') lines.pop()
  for (const { text: line, at } of lines) if (line.length > recordWidth) throw buildStatementFileRefusal('tooLong', at)
  if (lines.length > maxLines) throw buildStatementFileRefusal('tooMany', `line ${maxLines + 1}`)
  return lines.map(({ text: line, at }) => ({ at, text: line.padEnd(recordWidth) }))
}

/** The statements of a file of AEB's Cuaderno 43: 80 columns, ISO-8859-1. Refuses the whole file by line and reason where anything doesn't fit. */
export const readNorma43 = (content: Uint8Array): BankFileStatement[] => {
  const lines = readNorma43Lines(content)
  const end = lines.pop()
  if (end?.text.slice(0, 2) !== '88') throw buildStatementFileRefusal('missing', end?.at ?? 'line 1')
  if (Number(readDigits(end, 20, 26)) !== lines.length) throw buildStatementFileRefusal('count', end.at)
  const statements: Norma43Line[][] = []
  for (const line of lines) {
    if (line.text.startsWith('11')) statements.push([line])
    else if (statements.length === 0) throw buildStatementFileRefusal('record', line.at)
    else statements.at(-1)!.push(line)
  }
  if (statements.length === 0) throw buildStatementFileRefusal('empty', 'line 1')
  return statements.map((own, n) => toFileStatement(own, n + 1))
}
