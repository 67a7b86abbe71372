import type { ContactDetail, createContact } from '#contract/contacts.ts'
import type { RequestInput } from '#contract/core/endpoint.ts'
import type { Formatters } from '#web/core/format.ts'
import { parseMoney } from '#web/ui/form/typed-money.ts'

const textFieldNames = ['name', 'surname', 'email', 'phone', 'observations', 'family'] as const
const idFieldNames = ['typeId', 'workId', 'referenceId', 'sourceId', 'ownerId'] as const

/** Empty = not known. Days and amounts as people type them. */
export type ContactFormValues = Record<(typeof textFieldNames)[number] | (typeof idFieldNames)[number], string> & {
  amount: string
  lopdOn: string
  wantsInvestments: boolean
  /** Somebody like them is there, and it is somebody else. */
  isSomebodyElse: boolean
}

/** Every field is there, so that a form can register it. */
export const buildEmptyContact = (ownerId: string): ContactFormValues => ({
  name: '',
  surname: '',
  email: '',
  phone: '',
  observations: '',
  family: '',
  typeId: '',
  workId: '',
  referenceId: '',
  sourceId: '',
  ownerId,
  amount: '',
  lopdOn: '',
  wantsInvestments: false,
  isSomebodyElse: false,
})

/** What the fields begin with for a contact who is there. */
export const toContactValues = (contact: ContactDetail, format: Formatters): ContactFormValues => ({
  ...buildEmptyContact(''),
  ...(Object.fromEntries([...textFieldNames, ...idFieldNames].map((key) => [key, contact[key] ?? ''])) as Pick<
    ContactFormValues,
    (typeof textFieldNames)[number] | (typeof idFieldNames)[number]
  >),
  amount: contact.amount ? format.money(contact.amount, { withoutCurrency: true, euros: true }) : '',
  lopdOn: contact.lopdOn ? format.date(contact.lopdOn) : '',
  wantsInvestments: contact.wantsInvestments,
})

type ContactBody = Omit<RequestInput<typeof createContact>['body'], 'isSomebodyElse'>

/** All that the form says, as the wire has it. A day or an amount that is none is refused by its field before. */
export const toContactBody = (
  values: ContactFormValues,
  dayOf: (typed: string) => string | undefined,
): Omit<ContactBody, 'ownerId'> & { ownerId: string } => ({
  name: values.name.trim(),
  surname: values.surname.trim(),
  email: values.email.trim() || null,
  phone: values.phone.trim() || null,
  typeId: values.typeId || null,
  workId: values.workId || null,
  referenceId: values.referenceId || null,
  sourceId: values.sourceId || null,
  amount: (values.amount.trim() && parseMoney(values.amount)) || null,
  observations: values.observations.trim(),
  family: values.family.trim(),
  wantsInvestments: values.wantsInvestments,
  lopdOn: (values.lopdOn.trim() && dayOf(values.lopdOn.trim())) || null,
  ownerId: values.ownerId,
})

/** What of it is another than before: only that is sent, so that nothing is undone that somebody else has changed. */
export const pickContactChanges = <Body extends object>(before: Body, now: Body): Partial<Body> =>
  Object.fromEntries(
    Object.entries(now).filter(([field, value]) => value !== before[field as keyof Body]),
  ) as Partial<Body>
