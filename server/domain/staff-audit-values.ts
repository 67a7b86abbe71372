import type { Kysely } from 'kysely'
import type { DB } from '#db/types.ts'
import type { SecretBox } from '#server/core/secret-box.ts'
import { type AuditMask, type AuditValues, maskAuditValues } from './mask-audit-values.ts'

/** Facts of the job are told; of the rest the audit says that it changed. */
const staffMask: AuditMask = {
  unmasked: [
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
  ],
  numbers: ['iban', 'payrollAccount', 'socialSecurityNumber'],
}

/** The purpose of the keys by which a masked value is recognised. */
export const staffAuditPurpose = 'staff-audit'

/** Values of a member of staff as the audit keeps them. */
export const toMaskedAuditValues = (box: SecretBox, values: AuditValues): AuditValues =>
  maskAuditValues(box, staffMask, values)

/** Offices and subcompanies by their names, which tell more than their ids. */
export const addOfficeNames = async (
  tx: Kysely<DB>,
  { officeId, subcompanyId, ...values }: AuditValues,
): Promise<AuditValues> => {
  const nameIn = async (table: 'office' | 'subcompany', id: AuditValues[string]) =>
    id ? (await tx.selectFrom(table).select('name').where('id', '=', String(id)).executeTakeFirst())?.name : null
  return {
    ...values,
    ...(officeId !== undefined && { office: await nameIn('office', officeId) }),
    ...(subcompanyId !== undefined && { subcompany: await nameIn('subcompany', subcompanyId) }),
  }
}
