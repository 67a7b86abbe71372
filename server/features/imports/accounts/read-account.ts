import type { signingModes } from '#contract/clients/client.ts'
import type { maturityInstructions } from '#contract/products.ts'
import type { FieldReader, ReadingContext } from '../mapped/import-handler-types.ts'
import { type NamedClient, parseClientCode } from '../mapped/parse-client.ts'
import { type DayRange, parseMixedAmount, parseMixedDate } from '../mapped/parse-mixed-values.ts'
import { FieldFaultError, parseRate, parseText, parseWholeNumber, parseWord } from '../mapped/parse-values.ts'

/** What a row says of an account that is open. */
export type AccountRow = {
  client: NamedClient
  product: string
  /** As people write it, in capitals; null where the product's own numbering gives it one. */
  number: string | null
  amount: string
  openedOn: string
  balanceOn: string
  rate: string | null
  bonusRate: string | null
  termMonths: string | null
  maturity: (typeof maturityInstructions)[number] | null
  coHolder: NamedClient | null
  coHolderShare: string | null
  signature: (typeof signingModes)[number]
}

const maturityWords = {
  pay_out: ['pagar', 'reembolsar', 'devolver', 'cobrar', 'abonar', 'pagar todo', 'pay', 'pagamento', 'reembolso'],
  renew_principal: ['renovar capital', 'renovar el capital', 'renew capital', 'renovar o capital'],
  renew_all: [
    'renovar',
    'renovar todo',
    'renovar capital e intereses',
    'renew',
    'renovar tudo',
    'renovar capital e juros',
  ],
} as const

const signatureWords: Record<(typeof signingModes)[number], readonly string[]> = {
  one: ['indistinta', 'uno', 'solidaria', 'um', 'any', 'or'],
  all: ['conjunta', 'mancomunada', 'todos', 'conjuntas', 'and'],
}

const accountNumberPattern = /^[A-Z0-9][A-Z0-9 ./-]{1,38}[A-Z0-9]$/

const parseNewNumber = (text: string): string => {
  const number = text.trim().replace(/\s+/g, ' ').toUpperCase()
  if (!accountNumberPattern.test(number)) throw new FieldFaultError('invalid')
  return number
}

const parsePositiveAmount = (text: string, context: ReadingContext): string => {
  const amount = parseMixedAmount(text, context.form)
  if (amount.startsWith('-')) throw new FieldFaultError('sign')
  return amount
}

/** Above nothing and below a hundred, with four decimals at most. */
const parseShare = (text: string): string => {
  const share = /^(\d{1,2})(?:[.,](\d{1,4}))?$/.exec(text.trim().replace(/\s*%$/, ''))
  if (!share || Number(`${share[1]}.${share[2] ?? '0'}`) === 0) throw new FieldFaultError('invalid')
  return `${Number(share[1])}.${share[2] ?? '0'}`
}

const readTerms = (reading: FieldReader) => ({
  rate: reading('rate', parseRate),
  bonusRate: reading('bonusRate', parseRate),
  termMonths: reading('termMonths', (text) => parseWholeNumber(text, 1, 600)),
  maturity: reading('maturity', (text) => parseWord(text, maturityWords)),
})

const readHolders = (reading: FieldReader, { prefix }: ReadingContext) => ({
  client: reading('client', (text) => parseClientCode(text, prefix)),
  coHolder: reading('coHolder', (text) => parseClientCode(text, prefix)),
  coHolderShare: reading('coHolderShare', parseShare),
  signature: reading('signature', (text) => parseWord(text, signatureWords)),
})

/** One row as an account; undefined where something is wrong, which is noted for its field. */
export const readAccountRow = (reading: FieldReader, context: ReadingContext): AccountRow | undefined => {
  const { form, businessDate, refuse } = context
  const past: DayRange = { from: `${Number(businessDate.slice(0, 4)) - 60}-01-01`, to: businessDate }
  const holders = readHolders(reading, context)
  const terms = readTerms(reading)
  const own = {
    product: reading('openedProduct', (text) => parseText(text.trim().toUpperCase(), 40)),
    number: reading('number', parseNewNumber),
    amount: reading('amount', (text) => parsePositiveAmount(text, context)),
    openedOn: reading('openedOn', (text) => parseMixedDate(text, form, past)),
    balanceOn: reading('balanceOn', (text) => parseMixedDate(text, form, past)),
  }
  const readings = [holders, terms, own].flatMap((part) => Object.values<unknown>(part))
  const { client, coHolder, coHolderShare } = holders
  if (coHolderShare && coHolder === null) {
    refuse('coHolder', 'missing')
    return undefined
  }
  if (readings.includes(undefined) || !client || !own.product || !own.amount || !own.openedOn) return undefined
  const row: AccountRow = {
    client,
    product: own.product,
    number: own.number ?? null,
    amount: own.amount,
    openedOn: own.openedOn,
    balanceOn: own.balanceOn ?? own.openedOn,
    rate: terms.rate ?? null,
    bonusRate: terms.bonusRate ?? null,
    termMonths: terms.termMonths ?? null,
    maturity: terms.maturity ?? null,
    coHolder: coHolder ?? null,
    coHolderShare: coHolder ? (coHolderShare ?? '50.0') : null,
    signature: coHolder ? (holders.signature ?? 'one') : 'one',
  }
  return row
}
