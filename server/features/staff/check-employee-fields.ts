import { type Kysely, sql } from 'kysely'
import type { ParsedRequest } from '#contract/core/endpoint.ts'
import { tenantFacts } from '#contract/core/tenants.ts'
import type { createEmployee } from '#contract/staff.ts'
import type { DB } from '#db/types.ts'
import { parseBankAccount, parsePhone, parseSocialSecurity } from '#rules/personal-numbers.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { SalaryAccounts } from './salary-account-task.ts'

type EmployeeBody = Omit<ParsedRequest<typeof createEmployee>['body'], 'supervisorId' | 'reason'>
/** What a caller says of somebody, whole or in part. */
export type EmployeeFields = { [Field in keyof EmployeeBody]?: EmployeeBody[Field] | undefined }
type FlatFields = Partial<Record<string, string | number | null>>

/** Columns of the employee itself; all others belong to the detail. */
const employeeColumns = ['name', 'surname', 'email', 'phone', 'position', 'officeId', 'subcompanyId', 'hiredOn']
const secretReaders = {
  iban: parseBankAccount,
  payrollAccount: parseBankAccount,
  socialSecurityNumber: parseSocialSecurity,
}
const phoneFields = ['phone', 'phone2'] as const

const omitUndefined = (values: object): FlatFields =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))

/** Numbers as they are kept, or which field is none: nothing is stored that its check digits refuse. */
const normalizeNumbers = (ctx: Ctx, { address = {}, secrets: given = {}, ...fields }: EmployeeFields): FlatFields => {
  const { country } = tenantFacts[ctx.prefix]
  const values: FlatFields = { ...omitUndefined(fields), ...omitUndefined(address) }
  const wrong: Record<string, string> = {}
  for (const field of phoneFields) {
    const typed = fields[field]
    if (!typed) continue
    const phone = parsePhone(typed, country)
    if (phone) values[field] = phone
    else wrong[field] = 'phone'
  }
  for (const [field, read] of Object.entries(secretReaders)) {
    const typed = given[field as keyof typeof secretReaders]
    if (typed === undefined) continue
    const number = typed === null ? null : read(typed, country)
    if (number === undefined) wrong[`secrets.${field}`] = getErrorCode(field, country)
    else values[field] = number
  }
  if (Object.keys(wrong).length > 0) throw buildRefusal('request.invalid', { fields: wrong })
  // '37.50' and '37.5' are no change.
  if (values.weeklyHours) values.weeklyHours = String(Number(values.weeklyHours))
  return values
}

const getErrorCode = (field: string, country: string): string => {
  if (field === 'socialSecurityNumber') return 'socialSecurity'
  return country === 'MX' ? 'clabe' : 'iban'
}

/** Days of which the second may not come before the first. */
const dateOrder = [
  ['birthDate', 'hiredOn'],
  ['hiredOn', 'probationEndOn'],
  ['hiredOn', 'contractEndOn'],
  ['probationEndOn', 'contractEndOn'],
  ['hiredOn', 'terminatedOn'],
] as const

const assertDateOrder = (days: FlatFields, sent: FlatFields, today: string): void => {
  const wrong = dateOrder.flatMap(([first, then]) => {
    const one = days[first]
    const other = days[then]
    if (!one || !other || one <= other) return []
    // What was there already is not what the caller has to mend.
    return [then in sent ? then : first]
  })
  const { birthDate } = days
  const fields = Object.fromEntries(wrong.map((field) => [field, 'order']))
  if (birthDate && birthDate >= today) fields.birthDate = 'future'
  if (Object.keys(fields).length > 0) throw buildRefusal('request.invalid', { fields })
}

const assertOfficeAndSubcompany = async (tx: Kysely<DB>, { officeId, subcompanyId }: FlatFields): Promise<void> => {
  const fields: Record<string, string> = {}
  const exists = async (table: 'office' | 'subcompany', id: string) =>
    (await tx.selectFrom(table).select('id').where('id', '=', id).executeTakeFirst()) !== undefined
  if (officeId && !(await exists('office', String(officeId)))) fields.officeId = 'unknown'
  if (subcompanyId && !(await exists('subcompany', String(subcompanyId)))) fields.subcompanyId = 'unknown'
  if (Object.keys(fields).length > 0) throw buildRefusal('request.invalid', { fields })
}

/** 409 where somebody who works here has that contact e-mail already, in whatever letters. No other takes it until the transaction ends. */
const assertEmailFree = async (tx: Kysely<DB>, ctx: Ctx, email: string, employeeId: string | null): Promise<void> => {
  const key = `${ctx.prefix} employee email ${email.toLowerCase()}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx)
  const taken = await tx
    .selectFrom('employee as e')
    .select('e.id')
    .where((eb) => eb(eb.fn('lower', ['e.email']), '=', email.toLowerCase()))
    .where((eb) => eb.or([eb('e.terminatedOn', 'is', null), eb('e.terminatedOn', '>=', ctx.businessDate)]))
    .where('e.id', 'is distinct from', employeeId)
    .executeTakeFirst()
  if (taken) throw buildRefusal('employee.emailTaken', { fields: { email: 'ofAnother' } })
}

/** Somebody as they are before the change. */
export type PreviousEmployee = { id: string; values: FlatFields }

/**
 * What is to be stored of what a caller says, normalised and checked against what there is: 400 with the fields that don't fit, 409
 * where the e-mail is another's. The accounts to which somebody is paid stand apart: they wait for a second person.
 */
export const checkEmployeeFields = async (
  tx: Kysely<DB>,
  ctx: Ctx,
  fields: EmployeeFields,
  before: PreviousEmployee | null,
) => {
  const sent = normalizeNumbers(ctx, fields)
  assertDateOrder({ ...before?.values, ...sent }, sent, ctx.businessDate)
  await assertOfficeAndSubcompany(tx, sent)
  const values = Object.fromEntries(
    Object.entries(sent).filter(([field, value]) => !before || before.values[field] !== value),
  )
  if (values.email) await assertEmailFree(tx, ctx, String(values.email), before?.id ?? null)
  const { iban, payrollAccount, ...plain } = values
  const split = (employee: boolean) =>
    Object.fromEntries(Object.entries(plain).filter(([field]) => employeeColumns.includes(field) === employee))
  const accounts = omitUndefined({ iban, payrollAccount }) as Partial<SalaryAccounts>
  return { values: plain, accounts, employee: split(true), detail: split(false) }
}
