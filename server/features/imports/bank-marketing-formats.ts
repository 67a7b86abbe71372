import { readAmountField, readEnumField, readIntegerField, readTextField, toIsoDay } from './field-readers.ts'
import { MalformedLineError } from './refusals.ts'
import type { CellRow, StagedFileFormat } from './stage-file.ts'

const monthAbbreviations = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const weekdayNames = { mon: 'monday', tue: 'tuesday', wed: 'wednesday', thu: 'thursday', fri: 'friday' } as const

/** 'unknown' and 'nonexistent' are the source's words for nothing. */
const readOptionalText = (column: string, text: string): string | null => {
  const value = readTextField(column, text, 60)
  return value === 'unknown' || value === 'nonexistent' ? null : value
}

const readYesNo = (column: string, text: string): string | null => {
  const word = readEnumField(column, text, { yes: 1, no: 1, unknown: 1 })
  return word === 'unknown' ? null : String(word === 'yes')
}

const readMonth = (text: string): number => {
  const month = monthAbbreviations.indexOf(text) + 1
  if (month === 0) throw new MalformedLineError('month is not jan to dec')
  return month
}

/** Days since the last campaign's contact; each form has its own number for never. */
const readDaysSinceContact = (text: string, never: string): string | null =>
  text === never ? null : readIntegerField('pdays', text, 0, 32_000)

/** What both forms come to. Null is not told. */
const marketingColumns = {
  age: 'smallint',
  profession: 'text',
  marital_status: 'text',
  education: 'text',
  has_default: 'boolean',
  known_balance: 'numeric(18,2)',
  has_housing_loan: 'boolean',
  has_personal_loan: 'boolean',
  channel: 'text',
  day: 'smallint',
  month: 'smallint',
  weekday: 'text',
  duration: 'integer',
  attempts: 'integer',
  days_since: 'integer',
  previous: 'integer',
  past_outcome: 'text',
  sold: 'boolean',
}

type FieldsByName = Readonly<Record<string, string>>

const readPersonFields = (f: FieldsByName) => [
  readIntegerField('age', f.age!, 0, 130),
  readOptionalText('job', f.job!),
  readOptionalText('marital', f.marital!),
  readOptionalText('education', f.education!),
  readYesNo('default', f.default!),
]
const readLoanFields = (f: FieldsByName) => [readYesNo('housing', f.housing!), readYesNo('loan', f.loan!)]
const readCampaignFields = (f: FieldsByName, never: string) => [
  readIntegerField('duration', f.duration!, 0, 999_999),
  readIntegerField('campaign', f.campaign!, 0, 99_999),
  readDaysSinceContact(f.pdays!, never),
  readIntegerField('previous', f.previous!, 0, 99_999),
  readOptionalText('poutcome', f.poutcome!),
  String(readEnumField('y', f.y!, { yes: 1, no: 1 }) === 'yes'),
]

const createNamedFieldReader =
  (header: readonly string[], read: (f: FieldsByName) => CellRow) => (fields: readonly string[]) =>
    read(Object.fromEntries(header.map((name, n) => [name, fields[n]!])))

const bankHeader =
  'age job marital education default balance housing loan contact day month duration campaign pdays previous poutcome y'
const bankAdditionalHeader =
  'age job marital education default housing loan contact month day_of_week duration campaign pdays previous poutcome emp.var.rate cons.price.idx cons.conf.idx euribor3m nr.employed y'

/** bank.csv: 17 columns, with the balance and the day of the month. */
const bankFormat: StagedFileFormat = {
  table: 'marketing_row',
  header: bankHeader.split(' '),
  columns: marketingColumns,
  read: createNamedFieldReader(bankHeader.split(' '), (f) => {
    const month = readMonth(f.month!)
    // The year isn't told: in a leap year the day has to exist.
    toIsoDay('day', 2008, month, Number(readIntegerField('day', f.day!, 1, 31)))
    const balance = readAmountField('balance', f.balance!, 'any')
    const contactFields = [
      readOptionalText('contact', f.contact!),
      readIntegerField('day', f.day!, 1, 31),
      String(month),
      null,
    ]
    return [...readPersonFields(f), balance, ...readLoanFields(f), ...contactFields, ...readCampaignFields(f, '-1')]
  }),
}

/** bank-additional.csv: 21 columns, with the weekday and five figures of the economy, which are no facts about a contact. */
const bankAdditionalFormat: StagedFileFormat = {
  table: 'marketing_row',
  header: bankAdditionalHeader.split(' '),
  columns: marketingColumns,
  read: createNamedFieldReader(bankAdditionalHeader.split(' '), (f) => {
    const weekday =
      weekdayNames[readEnumField('day_of_week', f.day_of_week!, weekdayNames) as keyof typeof weekdayNames]
    const contactFields = [readOptionalText('contact', f.contact!), null, String(readMonth(f.month!)), weekday]
    return [...readPersonFields(f), null, ...readLoanFields(f), ...contactFields, ...readCampaignFields(f, '999')]
  }),
}

export const marketingFormats = { bank: bankFormat, additional: bankAdditionalFormat } as const
