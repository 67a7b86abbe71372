import type { clientKinds } from '../clients.ts'

type ClientKind = (typeof clientKinds)[number]

export const employmentStatuses = [
  'permanent',
  'temporary',
  'selfEmployed',
  'businessOwner',
  'civilServant',
  'retired',
  'unemployed',
  'student',
  'home',
  'other',
] as const
export const familyStatuses = ['single', 'partner', 'married', 'separated', 'divorced', 'widowed'] as const
export const maxChildren = 30

/** How each field is filled in, in the order of the form. Choices have their words under `choices`, by the name of the field. */
export const infoFormFieldKinds = {
  employmentStatus: 'choice',
  profession: 'text',
  employer: 'text',
  monthlyIncome: 'money',
  recurringExpenses: 'money',
  expensesDetail: 'lines',
  hasEmergencyFund: 'yesNo',
  emergencyFund: 'money',
  ownsRealEstate: 'yesNo',
  realEstateValue: 'money',
  mortgageDebt: 'money',
  familyStatus: 'choice',
  children: 'count',
  childrenDetail: 'text',
  hobbies: 'lines',
} as const
export type InfoFormField = keyof typeof infoFormFieldKinds

export const infoFormFields = Object.keys(infoFormFieldKinds) as readonly InfoFormField[]

/** How long the texts may be. */
export const infoFormTextLengths = {
  profession: 120,
  employer: 160,
  expensesDetail: 1000,
  childrenDetail: 200,
  hobbies: 1000,
} as const satisfies Partial<Record<InfoFormField, number>>

/** Undefined where it isn't a text. */
export const getInfoFormTextLength = (field: InfoFormField): number | undefined =>
  (infoFormTextLengths as Partial<Record<InfoFormField, number>>)[field]

export const infoFormGroups = [
  { group: 'employment', fields: ['employmentStatus', 'profession', 'employer'] },
  { group: 'expenses', fields: ['monthlyIncome', 'recurringExpenses', 'expensesDetail'] },
  { group: 'savings', fields: ['hasEmergencyFund', 'emergencyFund'] },
  { group: 'realEstate', fields: ['ownsRealEstate', 'realEstateValue', 'mortgageDebt'] },
  { group: 'family', fields: ['familyStatus', 'children', 'childrenDetail'] },
  { group: 'interests', fields: ['hobbies'] },
] as const satisfies readonly { group: string; fields: readonly InfoFormField[] }[]
export type InfoFormGroup = (typeof infoFormGroups)[number]['group']

/** What only people have: a company has no employment, family or interests. */
const personalFields: readonly InfoFormField[] = [
  'employmentStatus',
  'employer',
  'familyStatus',
  'children',
  'childrenDetail',
  'hobbies',
]

export const isInfoFormFieldOf = (kind: ClientKind, field: InfoFormField): boolean =>
  kind === 'person' || !personalFields.includes(field)

/** The groups of a form with the fields that such a client has. */
export const listInfoFormGroups = (kind: ClientKind): { group: InfoFormGroup; fields: InfoFormField[] }[] =>
  infoFormGroups
    .map(({ group, fields }) => ({ group, fields: fields.filter((field) => isInfoFormFieldOf(kind, field)) }))
    .filter(({ fields }) => fields.length > 0)

/** Without these a form is a draft. */
const requiredInfoFormFields: readonly InfoFormField[] = [
  'employmentStatus',
  'recurringExpenses',
  'hasEmergencyFund',
  'ownsRealEstate',
  'children',
]
export const listRequiredInfoFormFields = (kind: ClientKind): InfoFormField[] =>
  requiredInfoFormFields.filter((field) => isInfoFormFieldOf(kind, field))

/** What is asked only after a yes to another field. */
export const infoFormFieldParents = {
  emergencyFund: 'hasEmergencyFund',
  realEstateValue: 'ownsRealEstate',
  mortgageDebt: 'ownsRealEstate',
} as const satisfies Partial<Record<InfoFormField, InfoFormField>>

export type InfoFormValue = string | number | boolean | null
type InfoFormValues = Readonly<Record<InfoFormField, InfoFormValue>>

/** Whether a field is asked, as the form stands. */
export const isInfoFormFieldApplicable = (values: Partial<InfoFormValues>, field: InfoFormField): boolean => {
  const parent = (infoFormFieldParents as Partial<Record<InfoFormField, InfoFormField>>)[field]
  return parent === undefined || values[parent] === true
}

/** Fields in which two versions differ. */
export const listInfoFormDifferences = (
  before: Partial<InfoFormValues> | null,
  now: Partial<InfoFormValues>,
): InfoFormField[] => infoFormFields.filter((field) => (before?.[field] ?? null) !== (now[field] ?? null))
