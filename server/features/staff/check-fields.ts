import type { Kysely } from 'kysely'
import type { Parsed } from '#contract/core/endpoint.ts'
import { tenantFacts } from '#contract/core/tenants.ts'
import type { createEmployee } from '#contract/staff.ts'
import type { DB } from '#db/types.ts'
import { readBankAccount, readPhone, readSocialSecurity } from '#rules/personal-numbers.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import type { Accounts } from './account-task.ts'

type Said = Omit<Parsed<typeof createEmployee>['body'], 'supervisorId' | 'reason'>
/** What a caller says of somebody, whole or in part. */
export type Fields = { [Field in keyof Said]?: Said[Field] | undefined }
type Flat = Partial<Record<string, string | number | null>>

/** Columns of the employee itself; all others belong to the detail. */
const ofEmployee = ['name', 'surname', 'email', 'phone', 'position', 'officeId', 'subcompanyId', 'hiredOn']
const secrets = { iban: readBankAccount, payrollAccount: readBankAccount, socialSecurityNumber: readSocialSecurity }
const phones = ['phone', 'phone2'] as const

const without = (values: object): Flat =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))

/** Numbers as they are kept, or which field is none: nothing is stored that its check digits refuse. */
const withNumbers = (ctx: Ctx, { address = {}, secrets: given = {}, ...fields }: Fields): Flat => {
  const { country } = tenantFacts[ctx.prefix]
  const values: Flat = { ...without(fields), ...without(address) }
  const wrong: Record<string, string> = {}
  for (const field of phones) {
    const typed = fields[field]
    if (!typed) continue
    const phone = readPhone(typed, country)
    if (phone) values[field] = phone
    else wrong[field] = 'phone'
  }
  for (const [field, read] of Object.entries(secrets)) {
    const typed = given[field as keyof typeof secrets]
    if (typed === undefined) continue
    const number = typed === null ? null : read(typed, country)
    if (number === undefined) wrong[`secrets.${field}`] = codeOf(field, country)
    else values[field] = number
  }
  if (Object.keys(wrong).length > 0) throw refuse('request.invalid', { fields: wrong })
  // '37.50' and '37.5' are no change.
  if (values.weeklyHours) values.weeklyHours = String(Number(values.weeklyHours))
  return values
}

const codeOf = (field: string, country: string): string => {
  if (field === 'socialSecurityNumber') return 'socialSecurity'
  return country === 'MX' ? 'clabe' : 'iban'
}

/** Days of which the second may not come before the first. */
const order = [
  ['birthDate', 'hiredOn'],
  ['hiredOn', 'probationEndOn'],
  ['hiredOn', 'contractEndOn'],
  ['probationEndOn', 'contractEndOn'],
  ['hiredOn', 'terminatedOn'],
] as const

const checkDays = (days: Flat, sent: Flat, today: string): void => {
  const wrong = order.flatMap(([first, then]) => {
    const [one, other] = [days[first], days[then]]
    if (!one || !other || one <= other) return []
    // What was there already is not what the caller has to mend.
    return [then in sent ? then : first]
  })
  const { birthDate } = days
  const fields = Object.fromEntries(wrong.map((field) => [field, 'order']))
  if (birthDate && birthDate >= today) fields.birthDate = 'future'
  if (Object.keys(fields).length > 0) throw refuse('request.invalid', { fields })
}

const checkPlace = async (tx: Kysely<DB>, { officeId, subcompanyId }: Flat): Promise<void> => {
  const fields: Record<string, string> = {}
  const exists = async (table: 'office' | 'subcompany', id: string) =>
    (await tx.selectFrom(table).select('id').where('id', '=', id).executeTakeFirst()) !== undefined
  if (officeId && !(await exists('office', String(officeId)))) fields.officeId = 'unknown'
  if (subcompanyId && !(await exists('subcompany', String(subcompanyId)))) fields.subcompanyId = 'unknown'
  if (Object.keys(fields).length > 0) throw refuse('request.invalid', { fields })
}

/** 409 where somebody who works here has that contact e-mail already, in whatever letters. */
const checkEmail = async (tx: Kysely<DB>, ctx: Ctx, email: string, employeeId: string | null): Promise<void> => {
  const taken = await tx
    .selectFrom('employee as e')
    .select('e.id')
    .where((eb) => eb(eb.fn('lower', ['e.email']), '=', email.toLowerCase()))
    .where((eb) => eb.or([eb('e.terminatedOn', 'is', null), eb('e.terminatedOn', '>=', ctx.businessDate)]))
    .where('e.id', 'is distinct from', employeeId)
    .executeTakeFirst()
  if (taken) throw refuse('employee.emailTaken', { fields: { email: 'ofAnother' } })
}

/** Somebody as they are before the change. */
export type Before = { id: string; values: Flat }

/**
 * What is to be stored of what a caller says, normalised and checked against what there is: 400 with the fields that don't fit, 409
 * where the e-mail is another's. The accounts to which somebody is paid stand apart: they wait for a second person. Needs the lock of the tree, so that no other can take the e-mail meanwhile.
 */
export const checkFields = async (tx: Kysely<DB>, ctx: Ctx, fields: Fields, before: Before | null) => {
  const sent = withNumbers(ctx, fields)
  checkDays({ ...before?.values, ...sent }, sent, ctx.businessDate)
  await checkPlace(tx, sent)
  const values = Object.fromEntries(
    Object.entries(sent).filter(([field, value]) => !before || before.values[field] !== value),
  )
  if (values.email) await checkEmail(tx, ctx, String(values.email), before?.id ?? null)
  const { iban, payrollAccount, ...plain } = values
  const split = (employee: boolean) =>
    Object.fromEntries(Object.entries(plain).filter(([field]) => ofEmployee.includes(field) === employee))
  const accounts = without({ iban, payrollAccount }) as Partial<Accounts>
  return { values: plain, accounts, employee: split(true), detail: split(false) }
}
