import type { Kysely } from 'kysely'
import type { DB } from '#db/types.ts'
import type { SecretBox } from '#server/core/secret-box.ts'

/** What the audit may say as it is: facts of the job. Of the rest it says that it changed. */
const unmaskedFields = [
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
const accountNumberFields = ['iban', 'payrollAccount', 'socialSecurityNumber']
type StaffValues = Record<string, string | number | null | undefined>

/** The purpose of the keys by which a masked value is recognised. */
export const staffAuditPurpose = 'staff-audit'

/**
 * Values as the audit keeps them. What is personal is masked; a fingerprint tells two apart without saying what they are, and
 * recognises one that somebody has before them.
 */
export const toMaskedAuditValues = (box: SecretBox, values: StaffValues): StaffValues =>
  Object.fromEntries(
    Object.entries(values).map(([field, value]) => {
      if (value === null || value === undefined || unmaskedFields.includes(field)) return [field, value ?? null]
      const text = String(value)
      return [
        field,
        `${accountNumberFields.includes(field) ? `···· ${text.slice(-4)}` : '···'} #${box.fingerprint(text).slice(0, 12)}`,
      ]
    }),
  )

/** Offices and subcompanies by their names, which tell more than their ids. */
export const addOfficeNames = async (
  tx: Kysely<DB>,
  { officeId, subcompanyId, ...values }: StaffValues,
): Promise<StaffValues> => {
  const nameIn = async (table: 'office' | 'subcompany', id: StaffValues[string]) =>
    id ? (await tx.selectFrom(table).select('name').where('id', '=', String(id)).executeTakeFirst())?.name : null
  return {
    ...values,
    ...(officeId !== undefined && { office: await nameIn('office', officeId) }),
    ...(subcompanyId !== undefined && { subcompany: await nameIn('subcompany', subcompanyId) }),
  }
}
