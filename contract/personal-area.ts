import { z } from 'zod'
import { defineEndpoint } from './core/endpoint.ts'
import { Colleague, changeEmployee, EmployeeDetail, revealEmployeeSensitiveData } from './staff.ts'

/** What HR knows of the caller, as far as it is theirs to read: all of it, their numbers masked. */
export const OwnEmployeeRecord = EmployeeDetail.pick({
  id: true,
  cvl: true,
  version: true,
  name: true,
  surname: true,
  position: true,
  officeName: true,
  zoneName: true,
  subcompanyName: true,
  email: true,
  phone: true,
  phone2: true,
  dataSource: true,
  employmentType: true,
  weeklyHours: true,
  workSchedule: true,
  hiredOn: true,
  probationEndOn: true,
  contractEndOn: true,
  terminatedOn: true,
  personalEmail: true,
  nationality: true,
  birthDate: true,
  maritalStatus: true,
  gender: true,
  children: true,
  address: true,
  secrets: true,
  accountChange: true,
  pictureId: true,
}).extend({ supervisor: Colleague.nullable() })
export type OwnEmployeeRecord = z.infer<typeof OwnEmployeeRecord>

/** Always the caller's, in any view. Null for a user who is not staff here. */
export const getOwnEmployeeRecord = defineEndpoint({
  method: 'GET',
  path: '/me/employee',
  about: ['personal', 'reference', 'staff'],
  summary: 'My record as a member of staff',
  open: 'signedIn',
  output: z.object({ employee: OwnEmployeeRecord.nullable() }),
})

/** A write, because it leaves a row in the audit. */
export const revealOwnSensitiveData = defineEndpoint({
  method: 'POST',
  path: '/me/employee/secrets',
  changes: ['audit'],
  summary: 'My bank accounts and social security number in clear; audited',
  module: 'bt_AreaPersonal',
  action: 'view',
  usesOwnRights: true,
  output: revealEmployeeSensitiveData.output,
})

const { personalEmail, phone2, address } = changeEmployee.body.shape

/** What nobody else has to check. Only what is sent changes; the rest is HR's. */
export const changeOwnEmployeeRecord = defineEndpoint({
  method: 'PATCH',
  path: '/me/employee',
  changes: ['approvals', 'personal', 'staff'],
  summary: 'Change my personal e-mail, second phone and address',
  module: 'bt_AreaPersonal',
  action: 'edit',
  usesOwnRights: true,
  body: z.object({ version: z.int32(), personalEmail, phone2, address }),
  output: OwnEmployeeRecord.pick({ version: true }),
})
