import { type IdentityKind, listIdentityKinds } from '#contract/client-data/identity-kinds.ts'
import { ClientData } from '#contract/client-data.ts'
import { tenantFacts } from '#contract/core/tenants.ts'
import type { Prefix } from '#contract/core/values.ts'
import type { ImportField } from '#contract/imports/fields.ts'
import type { ImportFault } from '#contract/imports/rows.ts'
import type { ClientKind } from '#db/types.ts'
import { parseIdentityNumber } from '#rules/identity-documents.ts'
import { RefusalError } from '#rules/refusal-error.ts'
import { toSearchNumber, toSearchText } from '#rules/search-text.ts'
import { type ClientValues, checkClientFields, toClientFields } from '#server/domain/client-fields.ts'
import type { FieldReader, ReadingContext } from '../mapped/import-handler-types.ts'
import { type DayRange, parseMixedDate } from '../mapped/parse-mixed-values.ts'
import { parseBySchema, parseText, parseWord } from '../mapped/parse-values.ts'
import {
  channelWords,
  clientKindWords,
  idiomaWords,
  parseCountry,
  parseFundsSource,
  parseIdentityKind,
  parseRiskLevel,
  yesWords,
} from './client-words.ts'

/** What a row says of a client, checked as the form checks it. */
export type ClientRow = {
  kind: ClientKind
  /** All that a new client has, by columns. */
  values: ClientValues
  /** Fields that the file itself says: of somebody who is there nothing else is changed. */
  stated: string[]
  /** Who looks after them, as the file names these people. */
  staff: Partial<Record<StaffField, string>>
  /** By what they are compared with those who are there. */
  compared: { identityNumber: string | null; emailText: string; phoneText: string; nameText: string }
}

export const staffFields = ['manager', 'partner', 'advisor', 'banker'] as const
export type StaffField = (typeof staffFields)[number]

const emptyClient: ClientValues = { dniPermanent: false, pep: false }

const { shape } = ClientData
const address = shape.address.shape
/** Texts whose only rule is their form. */
const textFields = {
  surname: parseBySchema(shape.surname, 'text'),
  email: parseBySchema(shape.email, 'email'),
  phone: parseBySchema(shape.phone, 'phone'),
  street: parseBySchema(address.street, 'text'),
  streetNumber: parseBySchema(address.streetNumber, 'text'),
  floor: parseBySchema(address.floor, 'text'),
  door: parseBySchema(address.door, 'text'),
  postalCode: parseBySchema(address.postalCode, 'postalCode'),
  city: parseBySchema(address.city, 'text'),
  province: parseBySchema(address.province, 'text'),
} as const satisfies Partial<Record<ImportField, (text: string) => string>>

/** What a company's name ends in, where the file doesn't say what somebody is. */
const companyEnding =
  /[\s,](?:s\.?\s?l\.?\s?u?|s\.?\s?a\.?\s?u?|s\.?\s?c|s\.?\s?coop|lda|unipessoal|s\.? de r\.?l\.?(?: de c\.?v\.?)?|s\.?a\.? de c\.?v|ltd|inc|gmbh)\.?$/i

/** Documents whose check digits tell them apart; any text is a passport. */
const provableKinds: readonly IdentityKind[] = ['dni', 'nie', 'cif', 'nif', 'nipc', 'curp', 'rfc']

/** In Portugal people and companies have numbers of one form: the first figure tells them apart. */
const isCompanyNumber = (kind: IdentityKind, number: string): boolean =>
  kind === 'cif' || (kind === 'nipc' && /^[5679]/.test(number)) || (kind === 'rfc' && number.length === 12)

const findNumberOwner = (
  number: string,
  prefix: Prefix,
): { kind: ClientKind; identityKind: IdentityKind } | undefined => {
  const { country } = tenantFacts[prefix]
  for (const kind of ['company', 'person'] as const)
    for (const identityKind of listIdentityKinds(country, kind)) {
      const read = provableKinds.includes(identityKind) ? parseIdentityNumber(number, identityKind) : undefined
      if (read && isCompanyNumber(identityKind, read.number) === (kind === 'company')) return { kind, identityKind }
    }
  return undefined
}

type IdentityReading = { kind: ClientKind; identityKind: IdentityKind | null; number: string | null }

/** Who it is and by which document, as far as the file says it, and by the number where it doesn't. */
const readIdentity = (
  reading: FieldReader,
  name: string,
  { prefix, refuse }: ReadingContext,
): IdentityReading | undefined => {
  const statedKind = reading('clientKind', (text) => parseWord(text, clientKindWords))
  const number = reading('identityNumber', (text) => parseBySchema(shape.identityNumber, 'identityNumber')(text))
  const statedIdentityKind = reading('identityKind', parseIdentityKind)
  if (statedKind === undefined || number === undefined || statedIdentityKind === undefined) return undefined
  const owner = number === null ? undefined : findNumberOwner(number, prefix)
  const kind = statedKind ?? owner?.kind ?? (companyEnding.test(name) ? 'company' : 'person')
  if (number === null) return { kind, identityKind: null, number }
  const offered = listIdentityKinds(tenantFacts[prefix].country, kind)
  // A NIF is whatever the number says: in Spain a DNI, an NIE or a CIF.
  const identityKind =
    statedIdentityKind !== null && offered.includes(statedIdentityKind)
      ? statedIdentityKind
      : owner?.kind === kind
        ? owner.identityKind
        : statedIdentityKind
  if (identityKind === null) {
    refuse('identityNumber', 'identityNumber')
    return undefined
  }
  return { kind, identityKind, number }
}

/** 'Ruiz Gil, Marta' in the column of the name, where no other has the surname. */
export const splitPersonName = (name: string, surname: string | null): { name: string; surname: string } => {
  const parts = name.split(',').map((part) => part.trim())
  if (surname === null && parts.length === 2 && parts[0] && parts[1]) return { name: parts[1], surname: parts[0] }
  return { name, surname: surname ?? '' }
}

/** A code that a spreadsheet took for a number has lost the zero in front. */
const restorePostalCode = (code: string, country: string): string =>
  country === 'ES' && /^\d{4}$/.test(code) ? `0${code}` : code

const addYears = (day: string, years: number): string =>
  `${Number(day.slice(0, 4)) + years}${day.slice(4).replace('02-29', '02-28')}`

const readDays = (reading: FieldReader, { form, businessDate }: ReadingContext) => {
  const past: DayRange = { from: addYears(businessDate, -110), to: businessDate }
  const future: DayRange = { from: businessDate, to: addYears(businessDate, 60) }
  const document: DayRange = { from: addYears(businessDate, -30), to: addYears(businessDate, 60) }
  return {
    birthDate: reading('birthDate', (text) => parseMixedDate(text, form, past)),
    dniValidUntil: reading('dniValidUntil', (text) => parseMixedDate(text, form, document)),
    nextReviewOn: reading('nextReviewOn', (text) => parseMixedDate(text, form, future)),
  }
}

const readWords = (reading: FieldReader) => ({
  country: reading('country', parseCountry),
  nationality: reading('nationality', parseCountry),
  taxResidence: reading('taxResidence', parseCountry),
  idioma: reading('idioma', (text) => parseWord(text.replace(/[-_]/g, ' '), idiomaWords)),
  channel: reading('channel', (text) => parseWord(text, channelWords)),
  riskLevel: reading('riskLevel', parseRiskLevel),
  pep: reading('pep', (text) => parseWord(text, yesWords) === 'yes'),
  fundsSource: reading('fundsSource', parseFundsSource),
})

/** What the rule of a client's fields says, in the words of an import. */
const faultByCode: Readonly<Record<string, ImportFault>> = {
  required: 'missing',
  identityNumber: 'identityNumber',
  postalCode: 'postalCode',
  otherProvince: 'otherProvince',
  future: 'future',
  beforeToday: 'past',
  phone: 'phone',
}

const refuseByRule = (error: unknown, refuse: ReadingContext['refuse']): undefined => {
  if (!(error instanceof RefusalError) || !error.details.fields) throw error
  for (const [field, code] of Object.entries(error.details.fields))
    refuse(field.replace('address.', '') as ImportField, faultByCode[code] ?? 'invalid')
  return undefined
}

const readTexts = (reading: FieldReader) =>
  Object.fromEntries(
    Object.entries(textFields).map(([field, read]) => [field, reading(field as ImportField, read)]),
  ) as Record<keyof typeof textFields, string | null | undefined>

const readStaff = (reading: FieldReader) =>
  Object.fromEntries(staffFields.map((role) => [role, reading(role, (text) => parseText(text.trim(), 200))])) as Record<
    StaffField,
    string | null | undefined
  >

const dropEmpty = <T>(fields: Record<string, T | null | undefined>): Record<string, T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined)) as Record<
    string,
    T
  >

/** A dash in a cell says that there is nothing. */
const isDash = (text: string): boolean => /^\s*[-–—]+\s*$/.test(text)

/** One row as a client, by the rules of the form: undefined where something is wrong, which is noted for its field. */
export const readClientRow = (readingCell: FieldReader, context: ReadingContext): ClientRow | undefined => {
  const { prefix, businessDate, refuse } = context
  const reading: FieldReader = <T>(field: ImportField, read: (text: string) => T) =>
    readingCell<T | null>(field, (text) => (isDash(text) ? null : read(text)))
  const wholeName = readingCell('name', parseBySchema(shape.name, 'text'))
  const texts = readTexts(reading)
  const words = readWords(reading)
  const days = readDays(reading, context)
  const staff = readStaff(reading)
  const identity = wholeName ? readIdentity(reading, wholeName, context) : undefined
  const readings = [texts, words, days, staff].flatMap((part) => Object.values<unknown>(part))
  if (!wholeName || !identity || readings.includes(undefined)) return undefined
  const { kind, identityKind, number } = identity
  const { surname, ...otherTexts } = texts
  const named = kind === 'person' ? splitPersonName(wholeName, surname ?? null) : { name: wholeName, surname: '' }
  const country = words.country ?? tenantFacts[prefix].country
  const postalCode = otherTexts.postalCode ? restorePostalCode(otherTexts.postalCode, country) : null
  const statedValues: ClientValues = dropEmpty({
    ...named,
    ...otherTexts,
    ...words,
    ...days,
    postalCode,
    identityKind,
    identityNumber: number,
  })
  try {
    const values = checkClientFields({ prefix, businessDate }, toClientFields({ ...statedValues, country }), {
      kind,
      known: emptyClient,
    })
    const row: ClientRow = {
      kind,
      values,
      stated: Object.keys(values).filter(
        (field) => values[field] !== '' && (field !== 'country' || words.country !== null),
      ),
      staff: dropEmpty(staff),
      compared: {
        identityNumber: typeof values.identityNumber === 'string' ? values.identityNumber : null,
        emailText: toSearchText(String(values.email ?? '')),
        phoneText: toSearchNumber(String(values.phone ?? '')),
        nameText: toSearchText(`${named.surname} ${named.name}`),
      },
    }
    return row
  } catch (error) {
    return refuseByRule(error, refuse)
  }
}
