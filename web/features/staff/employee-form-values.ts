import type { RequestInput } from '#contract/core/endpoint.ts'
import type { changeEmployee, createEmployee, EmployeeDetail } from '#contract/staff.ts'
import type { Formatters } from '#web/core/format.ts'

/** Empty = not known. Numbers and days as people type them. */
const textFieldNames = [
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
const dateFieldNames = ['hiredOn', 'probationEndOn', 'contractEndOn', 'birthDate'] as const
const addressFieldNames = [
  'streetType',
  'street',
  'streetNumber',
  'floor',
  'door',
  'postalCode',
  'town',
  'province',
] as const
const secretNumberFieldNames = ['iban', 'payrollAccount', 'socialSecurityNumber'] as const

type TextFieldValues<Keys extends readonly string[]> = Record<Keys[number], string>
export type EmployeeFormValues = TextFieldValues<typeof textFieldNames> &
  TextFieldValues<typeof dateFieldNames> & {
    supervisorId: string
    weeklyHours: string
    children: string
    /** Why an account changes, for whoever approves it. */
    reason: string
    address: TextFieldValues<typeof addressFieldNames>
    /** Named so that no draft keeps them. Of a change, empty = as it is. */
    secrets: TextFieldValues<typeof secretNumberFieldNames>
  }

const buildTextValues = <Keys extends readonly string[]>(
  keys: Keys,
  of: (key: Keys[number]) => string | null | undefined,
) => Object.fromEntries(keys.map((key: Keys[number]) => [key, of(key) ?? ''])) as TextFieldValues<Keys>

export const emptyEmployeeValues: EmployeeFormValues = {
  ...buildTextValues(textFieldNames, () => ''),
  ...buildTextValues(dateFieldNames, () => ''),
  supervisorId: '',
  weeklyHours: '',
  children: '',
  reason: '',
  address: buildTextValues(addressFieldNames, () => ''),
  secrets: buildTextValues(secretNumberFieldNames, () => ''),
}

/** What the fields begin with for somebody who is there. */
export const toEmployeeValues = (employee: EmployeeDetail, format: Formatters): EmployeeFormValues => ({
  ...buildTextValues(textFieldNames, (key) => employee[key]),
  ...buildTextValues(dateFieldNames, (key) => employee[key] && format.date(employee[key])),
  supervisorId: employee.supervisor?.id ?? '',
  weeklyHours: employee.weeklyHours ? format.decimal(employee.weeklyHours) : '',
  children: employee.children === null ? '' : String(employee.children),
  reason: '',
  address: buildTextValues(addressFieldNames, (key) => employee.address[key]),
  secrets: buildTextValues(secretNumberFieldNames, () => ''),
})

type FlatFormValues = Record<string, string>
const flattenFormValues = ({ address, secrets, ...rest }: EmployeeFormValues): FlatFormValues => ({
  ...rest,
  ...address,
  ...secrets,
})

/** Which fields differ: what somebody has typed, or what somebody else has changed. */
export const listChangedFields = (one: EmployeeFormValues, other: EmployeeFormValues): string[] => {
  const before = flattenFormValues(one)
  const after = flattenFormValues(other)
  return Object.keys(before).filter((key) => (before[key] ?? '').trim() !== (after[key] ?? '').trim())
}

/** '37,5' as the wire has it; undefined where it is no number of hours. */
export const parseWeeklyHours = (typed: string): string | undefined => {
  const text = typed
    .trim()
    .replace(',', '.')
    .replace(/^0+(?=\d)/, '')
  return /^\d{1,2}(\.\d{1,2})?$/.test(text) && Number(text) > 0 && Number(text) <= 80 ? text : undefined
}

type EmployeeBody = RequestInput<typeof createEmployee>['body']
/** Takes a kept number away. */
const removalMarker = '-'

/** The fields that are named, as the wire has them. A day that is none is refused by the field before. */
export const toEmployeeBody = (
  values: EmployeeFormValues,
  fields: readonly string[],
  dayOf: (typed: string) => string | undefined,
): Omit<RequestInput<typeof changeEmployee>['body'], 'version'> & Pick<EmployeeBody, 'supervisorId'> => {
  const all = flattenFormValues(values)
  const wire = (key: string): unknown => {
    const typed = (all[key] ?? '').trim()
    if (key === 'surname') return typed
    if (typed === '' || ((secretNumberFieldNames as readonly string[]).includes(key) && typed === removalMarker))
      return null
    if ((dateFieldNames as readonly string[]).includes(key)) return dayOf(typed)
    if (key === 'weeklyHours') return parseWeeklyHours(typed)
    return key === 'children' ? Number(typed) : typed
  }
  const pick = (keys: readonly string[]) =>
    Object.fromEntries(keys.filter((key) => fields.includes(key)).map((key) => [key, wire(key)]))
  const address = pick(addressFieldNames)
  const secrets = pick(secretNumberFieldNames)
  return {
    ...pick([...textFieldNames, ...dateFieldNames, 'weeklyHours', 'children', 'reason']),
    ...(Object.keys(address).length > 0 && { address }),
    ...(Object.keys(secrets).length > 0 && { secrets }),
    supervisorId: values.supervisorId || null,
  }
}
