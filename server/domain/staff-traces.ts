import type { Kysely } from 'kysely'
import type { DB } from '#db/types.ts'
import type { SecretBox } from '#server/core/secret-box.ts'

/** What the audit may say as it is: facts of the job. Of the rest it says that it changed. */
const inClear = [
  'position',
  'employmentType',
  'weeklyHours',
  'workSchedule',
  'dataSource',
  'hiredOn',
  'probationEndOn',
  'contractEndOn',
  'office',
  'subcompany',
  'cvl',
  'supervisor',
]
const numbers = ['iban', 'payrollAccount', 'socialSecurityNumber']
type Values = Record<string, string | number | null | undefined>

/** The purpose of the keys by which a masked value is recognised. */
export const tracePurpose = 'staff-audit'

/**
 * Values as the audit keeps them. What is personal is masked; a fingerprint tells two apart without saying what they are, and
 * recognises one that somebody has before them.
 */
export const tracesOf = (box: SecretBox, values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([field, value]) => {
      if (value === null || value === undefined || inClear.includes(field)) return [field, value ?? null]
      const text = String(value)
      return [
        field,
        `${numbers.includes(field) ? `···· ${text.slice(-4)}` : '···'} #${box.fingerprint(text).slice(0, 12)}`,
      ]
    }),
  )

/** Offices and subcompanies by their names, which tell more than their ids. */
export const withPlaces = async (tx: Kysely<DB>, { officeId, subcompanyId, ...values }: Values): Promise<Values> => {
  const nameIn = async (table: 'office' | 'subcompany', id: Values[string]) =>
    id ? (await tx.selectFrom(table).select('name').where('id', '=', String(id)).executeTakeFirst())?.name : null
  return {
    ...values,
    ...(officeId !== undefined && { office: await nameIn('office', officeId) }),
    ...(subcompanyId !== undefined && { subcompany: await nameIn('subcompany', subcompanyId) }),
  }
}
