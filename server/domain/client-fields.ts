import { type IdentityKind, listIdentityKinds } from '#contract/client-data/identity-kinds.ts'
import type { changeClient } from '#contract/client-data.ts'
import type { ParsedRequest } from '#contract/core/endpoint.ts'
import { tenantFacts } from '#contract/core/tenants.ts'
import type { ClientKind } from '#db/types.ts'
import { parseIdentityNumber } from '#rules/identity-documents.ts'
import { parsePhone } from '#rules/personal-numbers.ts'
import { findSpanishProvince, isProvinceOf, parsePostalCode } from '#rules/postal-codes.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'

type ChangeBody = ParsedRequest<typeof changeClient>['body']
/** What a caller says of a client, whole or in part. */
export type ClientFields = {
  [Field in keyof Omit<ChangeBody, 'version' | 'reason' | 'people'>]?: ChangeBody[Field] | undefined
}
/** The same by columns of the client: undefined where nothing is said. */
export type ClientValues = Partial<Record<string, string | number | boolean | null>>
type FieldErrors = Record<string, string>
/** Where and when something is said. */
type ClientFieldsContext = Pick<Ctx, 'prefix' | 'businessDate'>

/** What there is, or is to be: what is said of a client over what is known of them. */
type MergedClient = {
  kind: ClientKind
  known: ClientValues
  values: ClientValues
  wrong: FieldErrors
  ctx: ClientFieldsContext
}
const readText = ({ known, values }: MergedClient, field: string): string | null => {
  const value = field in values ? values[field] : known[field]
  return typeof value === 'string' ? value : null
}

const identityFieldNames = ['identityKind', 'identityNumber', 'dniValidUntil', 'dniPermanent'] as const

/** A document is a kind and a number, of those that there are for such a client; a permanent one has no end. */
const checkIdentity = (client: MergedClient): void => {
  const { kind, known, values, wrong, ctx } = client
  if (!identityFieldNames.some((field) => field in values)) return
  const identityKind = readText(client, 'identityKind') as IdentityKind | null
  const typed = readText(client, 'identityNumber')
  const offered = listIdentityKinds(tenantFacts[ctx.prefix].country, kind)
  if (identityKind && identityKind !== known.identityKind && !offered.includes(identityKind))
    wrong.identityKind = 'invalid'
  else if (typed && !identityKind) wrong.identityKind = 'required'
  else if (identityKind && !typed) wrong.identityNumber = 'required'
  else if (identityKind && typed && typed !== known.identityNumber) {
    const number = parseIdentityNumber(typed, identityKind)?.number
    if (number === undefined) wrong.identityNumber = 'identityNumber'
    else values.identityNumber = number
  }
  const isPermanent = 'dniPermanent' in values ? values.dniPermanent : known.dniPermanent
  if (isPermanent === true) values.dniValidUntil = null
}

/** The postal code is one of the country; in Spain it tells the province. */
const checkAddress = (client: MergedClient): void => {
  const { values, wrong } = client
  if (!['postalCode', 'province', 'country'].some((field) => field in values)) return
  const typed = readText(client, 'postalCode')
  const country = readText(client, 'country')!
  if (!typed) return
  const postalCode = parsePostalCode(typed, country)
  if (postalCode === undefined) {
    wrong.postalCode = 'postalCode'
    return
  }
  values.postalCode = postalCode
  if (country !== 'ES') return
  const province = readText(client, 'province')
  if (!province) values.province = findSpanishProvince(postalCode)!
  else if (!isProvinceOf(postalCode, province)) wrong.province = 'otherProvince'
}

/** Nobody who lives was born before, and no company was founded. */
const earliestDays = { person: '1850-01-01', company: '1000-01-01' } as const

const checkDays = ({ values, kind, wrong, ctx }: MergedClient): void => {
  const { birthDate, nextReviewOn } = values
  if (typeof birthDate === 'string') {
    if (birthDate > ctx.businessDate) wrong.birthDate = 'future'
    else if (birthDate < earliestDays[kind]) wrong.birthDate = 'tooEarly'
  }
  if (typeof nextReviewOn === 'string' && nextReviewOn < ctx.businessDate) wrong.nextReviewOn = 'beforeToday'
}

const checkPhone = ({ values, wrong, ctx }: MergedClient): void => {
  if (typeof values.phone !== 'string') return
  const phone = parsePhone(values.phone, tenantFacts[ctx.prefix].country)
  if (phone) values.phone = phone
  else wrong.phone = 'phone'
}

/** Address fields are said in a group, and the fields of a refusal are named as they were sent. */
const addressFieldNames = ['streetType', 'street', 'streetNumber', 'floor', 'door', 'postalCode', 'city', 'province']
const toSentNames = (wrong: FieldErrors): FieldErrors =>
  Object.fromEntries(
    Object.entries(wrong).map(([field, code]) => [
      addressFieldNames.includes(field) ? `address.${field}` : field,
      code,
    ]),
  )

/**
 * What is to be stored of what a caller says: normalised, and only what differs from what is known. Throws `request.invalid` with the fields
 * that don't fit, by the names under which they were sent.
 */
export const checkClientFields = (
  ctx: ClientFieldsContext,
  { address = {}, ...fields }: ClientFields,
  { kind, known }: { kind: ClientKind; known: ClientValues },
): ClientValues => {
  const stated = Object.entries({ ...fields, ...address }).filter(([, value]) => value !== undefined)
  const client: MergedClient = { kind, known, values: Object.fromEntries(stated), wrong: {}, ctx }
  // A company's name is one.
  if (kind === 'company') client.values.surname = ''
  checkIdentity(client)
  checkAddress(client)
  checkDays(client)
  checkPhone(client)
  if (Object.keys(client.wrong).length > 0) throw buildRefusal('request.invalid', { fields: toSentNames(client.wrong) })
  return Object.fromEntries(Object.entries(client.values).filter(([field, value]) => (known[field] ?? null) !== value))
}

/** Values by columns as a caller says them. */
export const toClientFields = (values: ClientValues): ClientFields => {
  const entries = Object.entries(values)
  const isAddress = (field: string): boolean => addressFieldNames.includes(field)
  // Columns and fields have the same names and types; only the address is said in a group.
  return {
    ...Object.fromEntries(entries.filter(([field]) => !isAddress(field))),
    address: Object.fromEntries(entries.filter(([field]) => isAddress(field))),
  } as ClientFields
}
