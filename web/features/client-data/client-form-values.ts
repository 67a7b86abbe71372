import type { ClientData, ClientPerson, ClientPersonRole, createClient } from '#contract/client-data.ts'
import type { RequestInput } from '#contract/core/endpoint.ts'
import type { Formatters } from '#web/core/format.ts'

/** Empty = not known. Days as people type them. */
const textFieldNames = [
  'name',
  'surname',
  'identityKind',
  'identityNumber',
  'nationality',
  'idioma',
  'email',
  'phone',
  'country',
  'taxResidence',
  'channel',
  'fundsSource',
] as const
const dateFieldNames = ['birthDate', 'dniValidUntil', 'nextReviewOn'] as const
const addressFieldNames = [
  'streetType',
  'street',
  'streetNumber',
  'floor',
  'door',
  'postalCode',
  'city',
  'province',
] as const
const personTextNames = [
  'name',
  'surname',
  'identityKind',
  'identityNumber',
  'country',
  'powers',
  'guardianship',
  'share',
  'position',
  'phone',
  'email',
] as const
const personDateNames = ['validFrom', 'validTo'] as const

type TextValues<Keys extends readonly string[]> = Record<Keys[number], string>
export type PersonFormValues = TextValues<typeof personTextNames> &
  TextValues<typeof personDateNames> & {
    role: ClientPersonRole
    /** Of one who is there already; '' for somebody new. */
    personId: string
  }
export type ClientFormValues = TextValues<typeof textFieldNames> &
  TextValues<typeof dateFieldNames> & {
    kind: ClientData['kind']
    riskLevel: string
    pep: boolean
    dniPermanent: boolean
    address: TextValues<typeof addressFieldNames>
    people: PersonFormValues[]
    managerId: string
    partnerId: string
    advisorId: string
    bankerId: string
    /** Why identity or e-mail change, for whoever approves it. */
    reason: string
    /** Somebody like them is there, and it is somebody else. */
    isSomebodyElse: boolean
  }

const buildTextValues = <Keys extends readonly string[]>(
  keys: Keys,
  of: (key: Keys[number]) => string | null | undefined,
) => Object.fromEntries(keys.map((key: Keys[number]) => [key, of(key) ?? ''])) as TextValues<Keys>

/** Every field is there, so that a form can register it. */
export const buildEmptyPerson = (role: ClientPersonRole): PersonFormValues => ({
  role,
  personId: '',
  ...buildTextValues(personTextNames, () => ''),
  ...buildTextValues(personDateNames, () => ''),
})

/** A person of the firm's country and language, by direct channel and at the lowest risk. */
export const buildEmptyClient = (country: string, idioma: string): ClientFormValues => ({
  kind: 'person',
  ...buildTextValues(textFieldNames, () => ''),
  ...buildTextValues(dateFieldNames, () => ''),
  country,
  idioma,
  nationality: country,
  channel: 'direct',
  riskLevel: '1',
  pep: false,
  dniPermanent: false,
  address: buildTextValues(addressFieldNames, () => ''),
  people: [],
  managerId: '',
  partnerId: '',
  advisorId: '',
  bankerId: '',
  reason: '',
  isSomebodyElse: false,
})

const toPersonValues = (person: ClientData['people'][number], format: Formatters): PersonFormValues => ({
  role: person.role,
  personId: person.id,
  ...buildTextValues(personTextNames, (key) =>
    key === 'share' && person.share ? format.decimal(person.share) : person[key],
  ),
  ...buildTextValues(personDateNames, (key) => person[key] && format.date(person[key])),
})

/** What the fields begin with for a client who is there. */
export const toClientValues = (client: ClientData, format: Formatters): ClientFormValues => ({
  ...buildEmptyClient(client.country, client.idioma),
  kind: client.kind,
  ...buildTextValues(textFieldNames, (key) => client[key]),
  ...buildTextValues(dateFieldNames, (key) => client[key] && format.date(client[key])),
  riskLevel: String(client.riskLevel),
  pep: client.pep,
  dniPermanent: client.dniPermanent,
  address: buildTextValues(addressFieldNames, (key) => client.address[key]),
  people: client.people.map((person) => toPersonValues(person, format)),
})

type ParseDay = (typed: string) => string | undefined

const toWireText = (typed: string): string | null => typed.trim() || null
const toWireDay = (typed: string, dayOf: ParseDay): string | null =>
  typed.trim() ? (dayOf(typed.trim()) ?? null) : null

const toPersonBody = (values: PersonFormValues, dayOf: ParseDay): ClientPerson => ({
  ...(values.personId && { id: values.personId }),
  role: values.role,
  ...(Object.fromEntries(personTextNames.map((key) => [key, toWireText(values[key])])) as Omit<
    ClientPerson,
    'id' | 'role' | 'validFrom' | 'validTo'
  >),
  surname: values.surname.trim(),
  share: toWireText(values.share)?.replace(',', '.') ?? null,
  validFrom: toWireDay(values.validFrom, dayOf),
  validTo: toWireDay(values.validTo, dayOf),
})

type CreateBody = RequestInput<typeof createClient>['body']
type WireFields = Omit<CreateBody, 'managerId' | 'partnerId' | 'advisorId' | 'bankerId' | 'isSomebodyElse'>

/** All that the form says, as the wire has it. A day that is none is refused by its field before. */
export const toClientBody = (values: ClientFormValues, dayOf: ParseDay): WireFields => {
  const pick = (keys: readonly (typeof textFieldNames)[number][]) =>
    Object.fromEntries(keys.map((key) => [key, toWireText(values[key])]))
  return {
    kind: values.kind,
    ...pick(textFieldNames),
    surname: values.kind === 'company' ? '' : values.surname.trim(),
    birthDate: toWireDay(values.birthDate, dayOf),
    dniValidUntil: values.dniPermanent ? null : toWireDay(values.dniValidUntil, dayOf),
    nextReviewOn: toWireDay(values.nextReviewOn, dayOf),
    dniPermanent: values.dniPermanent,
    riskLevel: Number(values.riskLevel),
    pep: values.pep,
    address: Object.fromEntries(addressFieldNames.map((key) => [key, toWireText(values.address[key])])),
    people: values.people
      .filter(({ role }) => (role === 'guardian') === (values.kind === 'person'))
      .map((person) => toPersonBody(person, dayOf)),
  } as WireFields
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** What of it is another than before: only that is sent, so that nothing is undone that somebody else has changed. */
export const pickChanges = (before: WireFields, now: WireFields): Partial<WireFields> => {
  const { address: addressBefore, ...fieldsBefore } = before
  const { address: addressNow = {}, ...fieldsNow } = now
  const differing = (one: object, other: object) =>
    Object.fromEntries(
      Object.entries(other).filter(([field, value]) => !isSame((one as Record<string, unknown>)[field], value)),
    )
  const address = differing(addressBefore ?? {}, addressNow)
  return { ...differing(fieldsBefore, fieldsNow), ...(Object.keys(address).length > 0 && { address }) }
}
