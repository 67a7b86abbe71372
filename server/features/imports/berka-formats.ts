import { buildSearchRow } from '#rules/search-text.ts'
import {
  berkaDirectionSigns,
  berkaOperationLabels,
  berkaPurposeLabels,
  cardTypeLabels,
  describeMovement,
  formatBerkaReference,
  loanStatuses,
  movementKindsByPurpose,
  statementFrequencies,
} from './berka-codes.ts'
import {
  readAmountField,
  readEnumField,
  readIdField,
  readIntegerField,
  readShortDateField,
  readTextField,
  toIsoDay,
} from './field-readers.ts'
import { MalformedLineError } from './refusals.ts'
import type { CellRow, StagedFileFormat } from './stage-file.ts'

const districtFormat: StagedFileFormat = {
  table: 'berka_district',
  header: Array.from({ length: 16 }, (_, n) => `A${n + 1}`),
  columns: { id: 'bigint', name: 'text', region: 'text' },
  // The thirteen figures about the district are no facts about the bank's clients.
  read: ([id, name, region]) => [
    readIdField('A1', id!),
    readTextField('A2', name!, 100),
    readTextField('A3', region!, 100),
  ],
  // Of the last figure, which isn't kept, any part will do.
  endsWhole: (fields) => /^\d+$/.test(fields.at(-1)!),
}

/** 'YYMMDD' of the 20th century; a woman's month has 50 added. */
const readBirthNumber = (text: string): { born: string; woman: boolean } => {
  const [, year, month, day] = /^(\d\d)(\d\d)(\d\d)$/.exec(text) ?? []
  if (!year) throw new MalformedLineError('birth_number is not YYMMDD')
  const woman = Number(month) > 50
  const born = toIsoDay('birth_number', 1900 + Number(year), Number(month) - (woman ? 50 : 0), Number(day))
  return { born, woman }
}

const clientFormat: StagedFileFormat = {
  table: 'berka_client',
  header: ['client_id', 'birth_number', 'district_id'],
  columns: { id: 'bigint', born: 'date', woman: 'boolean', district_id: 'bigint' },
  derived: { cvl: 'text', name: 'text', name_text: 'text', cvl_text: 'text' },
  read: ([id, birthNumber, district]) => {
    const { born, woman } = readBirthNumber(birthNumber!)
    return [readIdField('client_id', id!), born, String(woman), readIdField('district_id', district!)]
  },
  derive: ([id, , woman]) => {
    const cvl = formatBerkaReference('C', id!)
    const name = `${woman === 'true' ? 'Clienta' : 'Cliente'} ${id!.padStart(5, '0')}`
    const { nameText, cvlText } = buildSearchRow({ name, surname: '', cvl })
    return [cvl, name, nameText, cvlText]
  },
}

const accountFormat: StagedFileFormat = {
  table: 'berka_account',
  header: ['account_id', 'district_id', 'frequency', 'date'],
  columns: { id: 'bigint', district_id: 'bigint', frequency: 'text', opened_on: 'date' },
  read: ([id, district, frequency, date]) => [
    readIdField('account_id', id!),
    readIdField('district_id', district!),
    readEnumField('frequency', frequency!, statementFrequencies),
    readShortDateField('date', date!),
  ],
  endsWhole: () => true,
}

const dispositionFormat: StagedFileFormat = {
  table: 'berka_disposition',
  header: ['disp_id', 'client_id', 'account_id', 'type'],
  columns: { id: 'bigint', client_id: 'bigint', account_id: 'bigint', owner: 'boolean' },
  read: ([id, client, account, type]) => [
    readIdField('disp_id', id!),
    readIdField('client_id', client!),
    readIdField('account_id', account!),
    String(readEnumField('type', type!, { OWNER: 1, DISPONENT: 1 }) === 'OWNER'),
  ],
}

const loanFormat: StagedFileFormat = {
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
    readIdField('loan_id', id!),
    readIdField('account_id', account!),
    readShortDateField('date', date!),
    readAmountField('amount', amount!),
    readIntegerField('duration', duration!, 1, 1200),
    readAmountField('payments', payments!),
    loanStatuses[readEnumField('status', status!, loanStatuses)]!,
  ],
}

const cardFormat: StagedFileFormat = {
  table: 'berka_card',
  header: ['card_id', 'disp_id', 'type', 'issued'],
  columns: { id: 'bigint', disposition_id: 'bigint', description: 'text', since: 'date' },
  read: ([id, disposition, type, issued]) => {
    const [, day] = /^(\d{6}) \d\d:\d\d:\d\d$/.exec(issued!) ?? []
    if (!day) throw new MalformedLineError('issued is not a date YYMMDD with a time')
    return [
      readIdField('card_id', id!),
      readIdField('disp_id', disposition!),
      cardTypeLabels[readEnumField('type', type!, cardTypeLabels)]!,
      readShortDateField('issued', day),
    ]
  },
  endsWhole: () => true,
}

/** A partner's account: digits, or one of the three spellings of none. */
const readPartnerAccount = (column: string, text: string): string => {
  const partner = text.trim()
  if (!/^\d{0,20}$/.test(partner)) throw new MalformedLineError(`${column} is not an account number`)
  return /^0*$/.test(partner) ? '' : partner
}

const readBankCode = (column: string, text: string): string => {
  const bank = text.trim()
  if (!/^([A-Z]{2})?$/.test(bank)) throw new MalformedLineError(`${column} is not a bank's two letters`)
  return bank
}

const standingOrderFormat: StagedFileFormat = {
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
    readIdField('order_id', id!),
    readIdField('account_id', account!),
    readBankCode('bank_to', bank!),
    readPartnerAccount('account_to', partner!),
    readAmountField('amount', amount!),
    berkaPurposeLabels[readEnumField('k_symbol', symbol!, berkaPurposeLabels)]!,
  ],
}

const movementColumns = [
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
const movementFormat: StagedFileFormat = {
  table: 'berka_movement',
  header: ['trans_id', 'account_id', 'date', 'type', 'operation', 'amount', 'balance', 'k_symbol', 'bank', 'account'],
  columns: Object.fromEntries(
    movementColumns.map((name) => [
      name,
      name === 'day' ? 'date' : /id$/.test(name) ? 'bigint' : /amount|balance/.test(name) ? 'numeric(18,2)' : 'text',
    ]),
  ),
  derived: { kind: 'movement_kind', signed: 'numeric(18,2)', description: 'text' },
  read: ([id, account, date, type, operation, amount, balance, symbol, bank, partner]) => [
    readIdField('trans_id', id!),
    readIdField('account_id', account!),
    readShortDateField('date', date!),
    readEnumField('type', type!, berkaDirectionSigns),
    readEnumField('operation', operation!, berkaOperationLabels),
    readAmountField('amount', amount!, 'notNegative'),
    readAmountField('balance', balance!, 'any'),
    readEnumField('k_symbol', symbol!, berkaPurposeLabels),
    readBankCode('bank', bank!),
    readPartnerAccount('account', partner!),
  ],
  derive: (row: CellRow) => {
    const [, , , type, operation, amount, , symbol, bank, partner] = row as string[]
    const inward = berkaDirectionSigns[type!]! > 0
    const kind = movementKindsByPurpose[symbol!] ?? (inward ? 'contribution' : 'withdrawal')
    return [kind, inward ? amount! : `-${amount}`, describeMovement(operation!, symbol!, bank!, partner!)]
  },
  // The partner's account is quoted, so an empty one after an empty bank was never longer.
  endsWhole: ([, , , , , , , , bank, partner]) => bank === '' && partner === '',
}

/** The files of the Berka data set, by their names without '.asc'. */
export const berkaFormats = {
  district: districtFormat,
  client: clientFormat,
  account: accountFormat,
  disp: dispositionFormat,
  loan: loanFormat,
  card: cardFormat,
  order: standingOrderFormat,
  trans: movementFormat,
} as const
