import type { Sent } from '#contract/core/endpoint.ts'
import type { changeEmployee, createEmployee, EmployeeDetail } from '#contract/staff.ts'
import type { Format } from '#web/core/format.ts'

/** Empty = not known. Numbers and days as people type them. */
const plain = [
  'name',
  'surname',
  'position',
  'officeId',
  'email',
  'phone',
  'phone2',
  'dataSource',
  'subcompanyId',
  'employmentType',
  'workSchedule',
  'personalEmail',
  'nationality',
  'maritalStatus',
  'gender',
] as const
const days = ['hiredOn', 'probationEndOn', 'contractEndOn', 'birthDate'] as const
const parts = ['streetType', 'street', 'streetNumber', 'floor', 'door', 'postalCode', 'town', 'province'] as const
const numbers = ['iban', 'payrollAccount', 'socialSecurityNumber'] as const

type Texts<Keys extends readonly string[]> = Record<Keys[number], string>
export type EmployeeValues = Texts<typeof plain> &
  Texts<typeof days> & {
    supervisorId: string
    weeklyHours: string
    children: string
    /** Why an account changes, for whoever approves it. */
    reason: string
    address: Texts<typeof parts>
    /** Named so that no draft keeps them. Of a change, empty = as it is. */
    secrets: Texts<typeof numbers>
  }

const textsOf = <Keys extends readonly string[]>(keys: Keys, of: (key: Keys[number]) => string | null | undefined) =>
  Object.fromEntries(keys.map((key: Keys[number]) => [key, of(key) ?? ''])) as Texts<Keys>

export const emptyValues: EmployeeValues = {
  ...textsOf(plain, () => ''),
  ...textsOf(days, () => ''),
  supervisorId: '',
  weeklyHours: '',
  children: '',
  reason: '',
  address: textsOf(parts, () => ''),
  secrets: textsOf(numbers, () => ''),
}

/** What the fields begin with for somebody who is there. */
export const valuesOf = (employee: EmployeeDetail, format: Format): EmployeeValues => ({
  ...textsOf(plain, (key) => employee[key]),
  ...textsOf(days, (key) => employee[key] && format.date(employee[key])),
  supervisorId: employee.supervisor?.id ?? '',
  weeklyHours: employee.weeklyHours ? format.decimal(employee.weeklyHours) : '',
  children: employee.children === null ? '' : String(employee.children),
  reason: '',
  address: textsOf(parts, (key) => employee.address[key]),
  secrets: textsOf(numbers, () => ''),
})

type Flat = Record<string, string>
const flat = ({ address, secrets, ...rest }: EmployeeValues): Flat => ({ ...rest, ...address, ...secrets })

/** Which fields differ: what somebody has typed, or what somebody else has changed. */
export const differing = (one: EmployeeValues, other: EmployeeValues): string[] => {
  const [before, after] = [flat(one), flat(other)]
  return Object.keys(before).filter((key) => (before[key] ?? '').trim() !== (after[key] ?? '').trim())
}

/** '37,5' as the wire has it; undefined where it is no number of hours. */
export const readHours = (typed: string): string | undefined => {
  const text = typed
    .trim()
    .replace(',', '.')
    .replace(/^0+(?=\d)/, '')
  return /^\d{1,2}(\.\d{1,2})?$/.test(text) && Number(text) > 0 && Number(text) <= 80 ? text : undefined
}

type Body = Sent<typeof createEmployee>['body']
/** Takes a kept number away. */
const taken = '-'

/** The fields that are named, as the wire has them. A day that is none is refused by the field before. */
export const bodyOf = (
  values: EmployeeValues,
  fields: readonly string[],
  dayOf: (typed: string) => string | undefined,
): Omit<Sent<typeof changeEmployee>['body'], 'version'> & Pick<Body, 'supervisorId'> => {
  const all = flat(values)
  const wire = (key: string): unknown => {
    const typed = (all[key] ?? '').trim()
    if (key === 'surname') return typed
    if (typed === '' || ((numbers as readonly string[]).includes(key) && typed === taken)) return null
    if ((days as readonly string[]).includes(key)) return dayOf(typed)
    if (key === 'weeklyHours') return readHours(typed)
    return key === 'children' ? Number(typed) : typed
  }
  const pick = (keys: readonly string[]) =>
    Object.fromEntries(keys.filter((key) => fields.includes(key)).map((key) => [key, wire(key)]))
  const [address, secrets] = [pick(parts), pick(numbers)]
  return {
    ...pick([...plain, ...days, 'weeklyHours', 'children', 'reason']),
    ...(Object.keys(address).length > 0 && { address }),
    ...(Object.keys(secrets).length > 0 && { secrets }),
    supervisorId: values.supervisorId || null,
  }
}
