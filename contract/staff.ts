import { z } from 'zod'
import { ProposalResult, Reason } from './approvals.ts'
import { countryCodes } from './core/countries.ts'
import { defineEndpoint } from './core/endpoint.ts'
import { defineList } from './core/list.ts'
import {
  BusinessDate,
  Cvl,
  EmailAddress,
  FilterDay,
  Id,
  Instant,
  MultiLineText,
  OneOrMore,
  PhoneNumber,
  SingleLineText,
} from './core/values.ts'
import { roles } from './permissions.ts'

export const positions = [
  'direction',
  'supervisor',
  'manager',
  'partner',
  'advisor',
  'banker',
  'investments',
  'hr',
  'administration',
] as const
export const employmentTypes = ['permanent', 'temporary', 'part_time', 'training', 'self_employed'] as const
export const maritalStatuses = ['single', 'married', 'divorced', 'widowed'] as const
export const genders = ['male', 'female'] as const
export const streetTypes = ['street', 'avenue', 'square', 'other'] as const
/** leaving: the last day is known, and not over. */
export const employeeStates = ['active', 'leaving', 'left'] as const
/** The ways in which somebody may look after a client. */
export const staffRoles = ['manager', 'partner', 'advisor', 'banker'] as const
export const familyRelations = ['spouse', 'partner', 'parent', 'child', 'sibling', 'other'] as const
/** Why a planned move could not be applied on its day. */
export const employeeMoveFailures = ['cycle', 'left', 'gain'] as const

const moduleKey = 'bt_RRHH'
const searchFragment = z.string().trim().min(1).max(80)
const employeeParams = z.object({ employeeId: Id })

export const EmployeeRow = z.object({
  id: Id,
  /** 'Apellidos, Nombre'. */
  fullName: z.string(),
  pictureId: z.uuid().nullable(),
  cvl: Cvl,
  position: z.enum(positions),
  officeName: z.string(),
  zoneName: z.string(),
  supervisorName: z.string().nullable(),
  subcompanyName: z.string().nullable(),
  hiredOn: BusinessDate.nullable(),
  state: z.enum(employeeStates),
  /** The last day, known or over. */
  terminatedOn: BusinessDate.nullable(),
  /** What they sign in as; null for who has no access. */
  role: z.enum(roles).nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
})
export type EmployeeRow = z.infer<typeof EmployeeRow>

export const listStaff = defineList({
  path: '/staff',
  summary: 'Staff that I may see',
  module: moduleKey,
  row: EmployeeRow,
  texts: 'staff',
  columns: {
    cvl: { width: 14 },
    fullName: { width: 36 },
    position: { words: 'positions', width: 18 },
    officeName: { label: 'fields.office', width: 26 },
    zoneName: { label: 'fields.zone', width: 20 },
    supervisorName: { label: 'fields.supervisor', width: 36 },
    subcompanyName: { label: 'fields.subcompany', width: 26 },
    hiredOn: { kind: 'date' },
    state: { words: 'states', width: 12 },
    terminatedOn: { kind: 'date' },
    role: { words: 'shell:roles', width: 18 },
    email: { width: 34, neverCut: true },
    phone: { kind: 'phone', width: 18 },
  },
  filters: {
    /** Name, CVL, e-mail or phone, any part of each word; accents and case don't matter. */
    search: searchFragment.optional(),
    position: OneOrMore(z.enum(positions)).optional(),
    office: OneOrMore(Id).optional(),
    zone: OneOrMore(Id).optional(),
    /** Their direct supervisor. */
    supervisor: OneOrMore(Id).optional(),
    subcompany: OneOrMore(Id).optional(),
    state: OneOrMore(z.enum(employeeStates)).optional(),
    hiredFrom: FilterDay.optional(),
    hiredTo: FilterDay.optional(),
  },
  sortable: ['fullName', 'cvl', 'position', 'officeName', 'zoneName', 'supervisorName', 'hiredOn'],
})

const NamedOption = z.object({ id: Id, name: z.string() })
export const Colleague = NamedOption.extend({ cvl: Cvl, position: z.enum(positions) })
export type Colleague = z.infer<typeof Colleague>
/** Somebody above or below a member of staff: their own page opens only inside the caller's scope. */
export const AdjacentColleague = Colleague.extend({ opens: z.boolean() })
export type AdjacentColleague = z.infer<typeof AdjacentColleague>

/** What filters and forms choose from. People: those who work here now, inside the caller's scope. */
export const getStaffOptions = defineEndpoint({
  method: 'GET',
  path: '/staff/options',
  about: ['access', 'reference', 'staff'],
  summary: 'Offices, zones, subcompanies and people to choose from',
  module: moduleKey,
  action: 'view',
  output: z.object({
    offices: z.array(NamedOption.extend({ zoneName: z.string() })),
    zones: z.array(NamedOption),
    subcompanies: z.array(NamedOption),
    people: z.array(Colleague),
  }),
})

const toNullable = <T extends z.ZodType>(schema: T) => schema.nullable()
const nullableText = (maxLength: number) => toNullable(SingleLineText(1, maxLength))
const WeeklyHours = z
  .string()
  .regex(/^(0|[1-9]\d?)(\.\d{1,2})?$/)
  .refine((hours) => Number(hours) > 0 && Number(hours) <= 80)

const addressFields = {
  streetType: toNullable(z.enum(streetTypes)),
  street: nullableText(200),
  streetNumber: nullableText(20),
  floor: nullableText(20),
  door: nullableText(20),
  postalCode: nullableText(20),
  town: nullableText(120),
  province: nullableText(120),
}
/** Shown masked, kept in no draft, and in the audit by their last digits. */
const sensitiveFields = {
  iban: nullableText(60),
  payrollAccount: nullableText(60),
  socialSecurityNumber: nullableText(60),
}
const employmentFields = {
  email: toNullable(EmailAddress),
  phone: toNullable(PhoneNumber),
  phone2: toNullable(PhoneNumber),
  dataSource: nullableText(120),
  subcompanyId: toNullable(Id),
  employmentType: toNullable(z.enum(employmentTypes)),
  /** A decimal string, '37.5'. */
  weeklyHours: toNullable(WeeklyHours),
  workSchedule: toNullable(MultiLineText(1, 500)),
  hiredOn: toNullable(BusinessDate),
  probationEndOn: toNullable(BusinessDate),
  contractEndOn: toNullable(BusinessDate),
}
const personalFields = {
  personalEmail: toNullable(EmailAddress),
  nationality: toNullable(z.string().refine((code) => countryCodes.includes(code))),
  birthDate: toNullable(BusinessDate),
  maritalStatus: toNullable(z.enum(maritalStatuses)),
  gender: toNullable(z.enum(genders)),
  children: toNullable(z.number().int().min(0).max(30)),
}
const identityFields = {
  name: SingleLineText(1, 120),
  surname: SingleLineText(0, 160),
  position: z.enum(positions),
  officeId: Id,
}
/** All that may be said of somebody besides who they are; what isn't sent is not known, or stays as it is. */
const optionalEmployeeFields = {
  ...z.object({ ...employmentFields, ...personalFields }).partial().shape,
  address: z.strictObject(addressFields).partial().optional(),
  secrets: z.strictObject(sensitiveFields).partial().optional(),
  /** Required where `iban` or `payrollAccount` change, or the office to another zone's: a second person reads it before the change is made. */
  reason: Reason.optional(),
}
/** What became of the accounts that were sent; null where none changes. */
const AccountChangeResult = ProposalResult.nullable()

export const EmployeeMove = z.object({
  id: Id,
  fromName: z.string().nullable(),
  /** Null = the top of the tree. */
  supervisorId: Id.nullable(),
  supervisorName: z.string().nullable(),
  effectiveOn: BusinessDate,
  reason: z.string().nullable(),
  failure: z.enum(employeeMoveFailures).nullable(),
})
export type EmployeeMove = z.infer<typeof EmployeeMove>

export const EmployeeDetail = z.object({
  id: Id,
  cvl: Cvl,
  pictureId: z.uuid().nullable(),
  /** Of the record: a change is made on the one that was seen. */
  version: z.number().int(),
  ...identityFields,
  ...employmentFields,
  ...personalFields,
  address: z.object(addressFields),
  /** The last four characters, '···· 1332'. */
  secrets: z.object(sensitiveFields),
  /** A change of the accounts to which they are paid that waits for a second person: which of the two, and who wants it. */
  accountChange: z
    .object({
      approvalId: Id,
      makerName: z.string().nullable(),
      madeAt: Instant,
      fields: z.array(z.enum(['iban', 'payrollAccount'])),
    })
    .nullable(),
  officeName: z.string(),
  zoneName: z.string(),
  subcompanyName: z.string().nullable(),
  supervisor: AdjacentColleague.nullable(),
  state: z.enum(employeeStates),
  terminatedOn: BusinessDate.nullable(),
  terminationReason: z.string().nullable(),
  /** The caller's own: position, supervisor, bank accounts and the last day are for somebody else to change. */
  ownRecord: z.boolean(),
  /** Those who report to them now, and who will. */
  reports: z.array(AdjacentColleague),
  /** A move that waits for a second person, because somebody comes to see colleagues or clients by it. */
  moveWaiting: z
    .object({
      approvalId: Id,
      makerName: z.string().nullable(),
      madeAt: Instant,
      supervisorName: z.string(),
      effectiveOn: BusinessDate,
    })
    .nullable(),
  /** An office of another zone that waits for a second person, because people come to see others by it. */
  officeWaiting: z
    .object({ approvalId: Id, makerName: z.string().nullable(), madeAt: Instant, officeName: z.string() })
    .nullable(),
  /** Moves to come, the next first. */
  planned: z.array(EmployeeMove),
  /** Their supervisors over time, the last change first; and changes that could not be applied. */
  moves: z.array(EmployeeMove),
  clients: z.array(z.object({ role: z.enum(staffRoles), count: z.number().int() })),
  access: z
    .object({
      userId: Id,
      username: z.string(),
      role: z.enum(roles),
      endedAt: Instant.nullable(),
      disabled: z.boolean(),
    })
    .nullable(),
  relatives: z.array(
    z.object({
      id: Id,
      relation: z.enum(familyRelations),
      name: z.string(),
      /** Null where the record is out of the caller's scope. */
      employeeId: Id.nullable(),
    }),
  ),
})
export type EmployeeDetail = z.infer<typeof EmployeeDetail>

export const getEmployee = defineEndpoint({
  method: 'GET',
  path: '/staff/:employeeId',
  summary: 'One member of staff',
  module: moduleKey,
  action: 'view',
  params: employeeParams,
  output: EmployeeDetail,
})

/** A write, because it leaves a row in the audit. */
export const revealEmployeeSensitiveData = defineEndpoint({
  method: 'POST',
  path: '/staff/:employeeId/secrets',
  changes: ['audit'],
  summary: 'Bank accounts and social security number in clear; audited',
  module: moduleKey,
  action: 'edit',
  params: employeeParams,
  output: z.object(sensitiveFields),
})

export const createEmployee = defineEndpoint({
  method: 'POST',
  path: '/staff',
  changes: ['access', 'approvals', 'clients', 'handovers', 'staff'],
  summary: 'A new member of staff, with a new CVL',
  module: moduleKey,
  action: 'create',
  body: z.object({ ...identityFields, ...optionalEmployeeFields, supervisorId: Id.nullable() }),
  output: z.object({ id: Id, cvl: Cvl, accountChange: AccountChangeResult }),
})

/** Only what is sent changes; bank accounts and an office of another zone wait for a second person. Who they report to and their last day have calls of their own. */
export const changeEmployee = defineEndpoint({
  method: 'PATCH',
  path: '/staff/:employeeId',
  changes: ['access', 'approvals', 'clients', 'handovers', 'staff'],
  summary: 'Change the data of a member of staff',
  module: moduleKey,
  action: 'edit',
  params: employeeParams,
  body: z.object({ version: z.number().int(), ...z.object(identityFields).partial().shape, ...optionalEmployeeFields }),
  /** `officeChange` = what became of an office of another zone; null where the zone stays. */
  output: z.object({
    version: z.number().int(),
    accountChange: AccountChangeResult,
    officeChange: ProposalResult.nullable(),
  }),
})
