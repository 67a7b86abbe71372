import { readAmount, readDay, readText, readWhole, readWord } from './fields.ts'
import { Malformed } from './refusals.ts'
import type { Form, Row } from './stage.ts'

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const weekdays = { mon: 'monday', tue: 'tuesday', wed: 'wednesday', thu: 'thursday', fri: 'friday' } as const

/** 'unknown' and 'nonexistent' are the source's words for nothing. */
const readKnown = (column: string, text: string): string | null => {
  const value = readText(column, text, 60)
  return value === 'unknown' || value === 'nonexistent' ? null : value
}

const readYesNo = (column: string, text: string): string | null => {
  const word = readWord(column, text, { yes: 1, no: 1, unknown: 1 })
  return word === 'unknown' ? null : String(word === 'yes')
}

const readMonth = (text: string): number => {
  const month = months.indexOf(text) + 1
  if (month === 0) throw new Malformed('month is not jan to dec')
  return month
}

/** Days since the last campaign's contact; each form has its own number for never. */
const readDaysSince = (text: string, never: string): string | null =>
  text === never ? null : readWhole('pdays', text, 0, 32_000)

/** What both forms come to. Null is not told. */
const columns = {
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

type Fields = Readonly<Record<string, string>>

const person = (f: Fields) => [
  readWhole('age', f.age!, 0, 130),
  readKnown('job', f.job!),
  readKnown('marital', f.marital!),
  readKnown('education', f.education!),
  readYesNo('default', f.default!),
]
const loans = (f: Fields) => [readYesNo('housing', f.housing!), readYesNo('loan', f.loan!)]
const campaign = (f: Fields, never: string) => [
  readWhole('duration', f.duration!, 0, 999_999),
  readWhole('campaign', f.campaign!, 0, 99_999),
  readDaysSince(f.pdays!, never),
  readWhole('previous', f.previous!, 0, 99_999),
  readKnown('poutcome', f.poutcome!),
  String(readWord('y', f.y!, { yes: 1, no: 1 }) === 'yes'),
]

const byName = (header: readonly string[], read: (f: Fields) => Row) => (fields: readonly string[]) =>
  read(Object.fromEntries(header.map((name, n) => [name, fields[n]!])))

const bankHeader =
  'age job marital education default balance housing loan contact day month duration campaign pdays previous poutcome y'
const additionalHeader =
  'age job marital education default housing loan contact month day_of_week duration campaign pdays previous poutcome emp.var.rate cons.price.idx cons.conf.idx euribor3m nr.employed y'

/** bank.csv: 17 columns, with the balance and the day of the month. */
const bank: Form = {
  table: 'marketing_row',
  header: bankHeader.split(' '),
  columns,
  read: byName(bankHeader.split(' '), (f) => {
    const month = readMonth(f.month!)
    // The year isn't told: in a leap year the day has to exist.
    readDay('day', 2008, month, Number(readWhole('day', f.day!, 1, 31)))
    const balance = readAmount('balance', f.balance!, 'any')
    const when = [readKnown('contact', f.contact!), readWhole('day', f.day!, 1, 31), String(month), null]
    return [...person(f), balance, ...loans(f), ...when, ...campaign(f, '-1')]
  }),
}

/** bank-additional.csv: 21 columns, with the weekday and five figures of the economy, which are no facts about a contact. */
const additional: Form = {
  table: 'marketing_row',
  header: additionalHeader.split(' '),
  columns,
  read: byName(additionalHeader.split(' '), (f) => {
    const weekday = weekdays[readWord('day_of_week', f.day_of_week!, weekdays) as keyof typeof weekdays]
    const when = [readKnown('contact', f.contact!), null, String(readMonth(f.month!)), weekday]
    return [...person(f), null, ...loans(f), ...when, ...campaign(f, '999')]
  }),
}

export const marketingForms = { bank, additional } as const
