import { contactFields } from '#contract/contacts.ts'
import { tenantFacts } from '#contract/core/tenants.ts'
import { parsePhone } from '#rules/personal-numbers.ts'
import { toSearchNumber, toSearchText } from '#rules/search-text.ts'
import { readOwner } from '../agenda/named-owners.ts'
import { yesWords } from '../clients/client-words.ts'
import { splitPersonName } from '../clients/read-client.ts'
import type { FieldReader, ReadingContext } from '../mapped/import-handler-types.ts'
import { type DayRange, parseMixedAmount, parseMixedDate } from '../mapped/parse-mixed-values.ts'
import { FieldFaultError, parseBySchema, parseText, parseWord } from '../mapped/parse-values.ts'

/** Fields that are chosen from a list of the firm's own words. */
export const referenceFields = ['contactType', 'work', 'contactReference', 'contactSource'] as const
export type ReferenceField = (typeof referenceFields)[number]

/** What a row says of a contact, checked as the form checks it. */
export type ContactRow = {
  values: {
    name: string
    surname: string
    email: string | null
    phone: string | null
    amount: string | null
    observations: string
    family: string
    wantsInvestments: boolean
    lopdOn: string | null
  }
  /** As the file words them. */
  references: Partial<Record<ReferenceField, string>>
  owner: string | null
  /** By what they are compared with the contacts and clients who are there. */
  compared: { emailText: string; phoneText: string; nameText: string }
}

const parseKnownPhone = (text: string, { prefix }: ReadingContext): string => {
  const phone = parsePhone(text, tenantFacts[prefix].country)
  if (phone === undefined) throw new FieldFaultError('phone')
  return phone
}

const readReferences = (reading: FieldReader) =>
  Object.fromEntries(
    referenceFields.map((field) => [field, reading(field, (text) => parseText(text.trim(), 120))]),
  ) as Record<ReferenceField, string | null | undefined>

const parseAmountInReach = (text: string, { form }: ReadingContext): string => {
  const amount = parseMixedAmount(text, form)
  if (amount.startsWith('-')) throw new FieldFaultError('sign')
  return amount
}

const readDescription = (reading: FieldReader, context: ReadingContext) => {
  const past: DayRange = { from: `${Number(context.businessDate.slice(0, 4)) - 30}-01-01`, to: context.businessDate }
  return {
    email: reading('email', parseBySchema(contactFields.email, 'email')),
    phone: reading('phone', (text) => parseKnownPhone(text, context)),
    amount: reading('amount', (text) => parseAmountInReach(text, context)),
    observations: reading('observations', parseBySchema(contactFields.observations, 'text')),
    family: reading('family', parseBySchema(contactFields.family, 'text')),
    wantsInvestments: reading('wantsInvestments', (text) => parseWord(text, yesWords) === 'yes'),
    lopdOn: reading('lopdOn', (text) => parseMixedDate(text, context.form, past)),
  }
}

/** One row as a contact; undefined where something is wrong, which is noted for its field. */
export const readContactRow = (reading: FieldReader, context: ReadingContext): ContactRow | undefined => {
  const wholeName = reading('name', parseBySchema(contactFields.name, 'text'))
  const writtenSurname = reading('surname', parseBySchema(contactFields.surname, 'text'))
  const described = readDescription(reading, context)
  const references = readReferences(reading)
  const owner = readOwner(reading)
  const readings = [writtenSurname, owner, ...Object.values<unknown>(described), ...Object.values(references)]
  if (!wholeName || writtenSurname === undefined || owner === undefined || readings.includes(undefined))
    return undefined
  const { name, surname } = splitPersonName(wholeName, writtenSurname)
  const email = described.email ?? null
  const phone = described.phone ?? null
  const row: ContactRow = {
    values: {
      name,
      surname,
      email,
      phone,
      amount: described.amount ?? null,
      observations: described.observations ?? '',
      family: described.family ?? '',
      wantsInvestments: described.wantsInvestments ?? false,
      lopdOn: described.lopdOn ?? null,
    },
    references: Object.fromEntries(Object.entries(references).filter(([, text]) => text !== null)),
    owner,
    compared: {
      emailText: (email ?? '').toLowerCase(),
      phoneText: toSearchNumber(phone ?? ''),
      nameText: toSearchText(`${surname} ${name}`),
    },
  }
  return row
}
