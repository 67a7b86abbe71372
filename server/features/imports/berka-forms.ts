import { searchRow } from '#rules/search-text.ts'
import {
  berkaCode,
  cardTypes,
  describe,
  directions,
  frequencies,
  kindsOfPurpose,
  loanStates,
  operations,
  purposes,
} from './berka-words.ts'
import { readAmount, readDay, readId, readShortDate, readText, readWhole, readWord } from './fields.ts'
import { Malformed } from './refusals.ts'
import type { Form, Row } from './stage.ts'

const districts: Form = {
  table: 'berka_district',
  header: Array.from({ length: 16 }, (_, n) => `A${n + 1}`),
  columns: { id: 'bigint', name: 'text', region: 'text' },
  // The thirteen figures about the district are no facts about the bank's clients.
  read: ([id, name, region]) => [readId('A1', id!), readText('A2', name!, 100), readText('A3', region!, 100)],
  // Of the last figure, which isn't kept, any part will do.
  endsWhole: (fields) => /^\d+$/.test(fields.at(-1)!),
}

/** 'YYMMDD' of the 20th century; a woman's month has 50 added. */
const readBirthNumber = (text: string): { born: string; woman: boolean } => {
  const [, year, month, day] = /^(\d\d)(\d\d)(\d\d)$/.exec(text) ?? []
  if (!year) throw new Malformed('birth_number is not YYMMDD')
  const woman = Number(month) > 50
  const born = readDay('birth_number', 1900 + Number(year), Number(month) - (woman ? 50 : 0), Number(day))
  return { born, woman }
}

const clients: Form = {
  table: 'berka_client',
  header: ['client_id', 'birth_number', 'district_id'],
  columns: { id: 'bigint', born: 'date', woman: 'boolean', district_id: 'bigint' },
  derived: { cvl: 'text', name: 'text', name_text: 'text', cvl_text: 'text' },
  read: ([id, birthNumber, district]) => {
    const { born, woman } = readBirthNumber(birthNumber!)
    return [readId('client_id', id!), born, String(woman), readId('district_id', district!)]
  },
  derive: ([id, , woman]) => {
    const cvl = berkaCode('C', id!)
    const name = `${woman === 'true' ? 'Clienta' : 'Cliente'} ${id!.padStart(5, '0')}`
    const { nameText, cvlText } = searchRow({ name, surname: '', cvl })
    return [cvl, name, nameText, cvlText]
  },
}

const accounts: Form = {
  table: 'berka_account',
  header: ['account_id', 'district_id', 'frequency', 'date'],
  columns: { id: 'bigint', district_id: 'bigint', frequency: 'text', opened_on: 'date' },
  read: ([id, district, frequency, date]) => [
    readId('account_id', id!),
    readId('district_id', district!),
    readWord('frequency', frequency!, frequencies),
    readShortDate('date', date!),
  ],
  endsWhole: () => true,
}

const dispositions: Form = {
  table: 'berka_disposition',
  header: ['disp_id', 'client_id', 'account_id', 'type'],
  columns: { id: 'bigint', client_id: 'bigint', account_id: 'bigint', owner: 'boolean' },
  read: ([id, client, account, type]) => [
    readId('disp_id', id!),
    readId('client_id', client!),
    readId('account_id', account!),
    String(readWord('type', type!, { OWNER: 1, DISPONENT: 1 }) === 'OWNER'),
  ],
}

const loans: Form = {
  table: 'berka_loan',
  header: ['loan_id', 'account_id', 'date', 'amount', 'duration', 'payments', 'status'],
  columns: {
    id: 'bigint',
    account_id: 'bigint',
    since: 'date',
    amount: 'numeric(18,2)',
    months: 'smallint',
    instalment: 'numeric(18,2)',
    state: 'text',
  },
  read: ([id, account, date, amount, duration, payments, status]) => [
    readId('loan_id', id!),
    readId('account_id', account!),
    readShortDate('date', date!),
    readAmount('amount', amount!),
    readWhole('duration', duration!, 1, 1200),
    readAmount('payments', payments!),
    loanStates[readWord('status', status!, loanStates)]!,
  ],
}

const cards: Form = {
  table: 'berka_card',
  header: ['card_id', 'disp_id', 'type', 'issued'],
  columns: { id: 'bigint', disposition_id: 'bigint', description: 'text', since: 'date' },
  read: ([id, disposition, type, issued]) => {
    const [, day] = /^(\d{6}) \d\d:\d\d:\d\d$/.exec(issued!) ?? []
    if (!day) throw new Malformed('issued is not a date YYMMDD with a time')
    return [
      readId('card_id', id!),
      readId('disp_id', disposition!),
      cardTypes[readWord('type', type!, cardTypes)]!,
      readShortDate('issued', day),
    ]
  },
  endsWhole: () => true,
}

/** A partner's account: digits, or one of the three spellings of none. */
const readPartner = (column: string, text: string): string => {
  const partner = text.trim()
  if (!/^\d{0,20}$/.test(partner)) throw new Malformed(`${column} is not an account number`)
  return /^0*$/.test(partner) ? '' : partner
}

const readBank = (column: string, text: string): string => {
  const bank = text.trim()
  if (!/^([A-Z]{2})?$/.test(bank)) throw new Malformed(`${column} is not a bank's two letters`)
  return bank
}

const orders: Form = {
  table: 'berka_order',
  header: ['order_id', 'account_id', 'bank_to', 'account_to', 'amount', 'k_symbol'],
  columns: {
    id: 'bigint',
    account_id: 'bigint',
    bank: 'text',
    partner: 'text',
    amount: 'numeric(18,2)',
    purpose: 'text',
  },
  read: ([id, account, bank, partner, amount, symbol]) => [
    readId('order_id', id!),
    readId('account_id', account!),
    readBank('bank_to', bank!),
    readPartner('account_to', partner!),
    readAmount('amount', amount!),
    purposes[readWord('k_symbol', symbol!, purposes)]!,
  ],
}

const columnsOfMovement = [
  'id',
  'account_id',
  'day',
  'type',
  'operation',
  'amount',
  'balance',
  'symbol',
  'bank',
  'partner',
]

/** Movements: `kind` and `signed`, the amount as the client sees it, are ours. */
const movements: Form = {
  table: 'berka_movement',
  header: ['trans_id', 'account_id', 'date', 'type', 'operation', 'amount', 'balance', 'k_symbol', 'bank', 'account'],
  columns: Object.fromEntries(
    columnsOfMovement.map((name) => [
      name,
      name === 'day' ? 'date' : /id$/.test(name) ? 'bigint' : /amount|balance/.test(name) ? 'numeric(18,2)' : 'text',
    ]),
  ),
  derived: { kind: 'movement_kind', signed: 'numeric(18,2)', description: 'text' },
  read: ([id, account, date, type, operation, amount, balance, symbol, bank, partner]) => [
    readId('trans_id', id!),
    readId('account_id', account!),
    readShortDate('date', date!),
    readWord('type', type!, directions),
    readWord('operation', operation!, operations),
    readAmount('amount', amount!, 'notNegative'),
    readAmount('balance', balance!, 'any'),
    readWord('k_symbol', symbol!, purposes),
    readBank('bank', bank!),
    readPartner('account', partner!),
  ],
  derive: (row: Row) => {
    const [, , , type, operation, amount, , symbol, bank, partner] = row as string[]
    const inward = directions[type!]! > 0
    const kind = kindsOfPurpose[symbol!] ?? (inward ? 'contribution' : 'withdrawal')
    return [kind, inward ? amount! : `-${amount}`, describe(operation!, symbol!, bank!, partner!)]
  },
  // The partner's account is quoted, so an empty one after an empty bank was never longer.
  endsWhole: ([, , , , , , , , bank, partner]) => bank === '' && partner === '',
}

/** The files of the Berka data set, by their names without '.asc'. */
export const berkaForms = {
  district: districts,
  client: clients,
  account: accounts,
  disp: dispositions,
  loan: loans,
  card: cards,
  order: orders,
  trans: movements,
} as const
