import { z } from 'zod'
import { ClientDuplicate } from './client-data.ts'
import { contactStages, lostReasons } from './contacts/stages.ts'
import { defineEndpoint } from './core/endpoint.ts'
import { defineList } from './core/list.ts'
import {
  AmountCondition,
  BusinessDate,
  Cvl,
  EmailAddress,
  FilterDay,
  Id,
  Instant,
  Money,
  MultiLineText,
  OneOrMore,
  PhoneNumber,
  SingleLineText,
} from './core/values.ts'

const module = 'bt_AgendaComercial'
const changes = ['contacts'] as const
const contactParams = z.object({ contactId: Id })
const Version = z.number().int()
const Stage = z.enum(contactStages)

/** By what somebody else may be the same person. */
export const contactDuplicateCriteria = ['email', 'phone'] as const

export const ContactRow = z.object({
  id: Id,
  /** 'Apellidos, Nombre'. */
  fullName: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  stage: Stage,
  stageSince: Instant,
  typeName: z.string().nullable(),
  workName: z.string().nullable(),
  referenceName: z.string().nullable(),
  sourceName: z.string().nullable(),
  /** What they might bring. */
  amount: Money.nullable(),
  wantsInvestments: z.boolean(),
  lopdOn: BusinessDate.nullable(),
  /** 'Apellidos, Nombre' of the member of staff that it belongs to; null where an import named nobody. */
  ownerName: z.string().nullable(),
  /** Until they become a client, the CVL of a contact is that of its owner. */
  ownerCvl: Cvl.nullable(),
  lostReason: z.enum(lostReasons).nullable(),
  isConverted: z.boolean(),
  /** The next thing to do about them, whosever it is: the first follow-up in progress. */
  nextFollowUpOn: BusinessDate.nullable(),
  nextFollowUp: z.string().nullable(),
  createdAt: Instant,
  version: Version,
})
export type ContactRow = z.infer<typeof ContactRow>

const filters = {
  /** A part of the name, the e-mail or the phone. */
  search: z.string().trim().min(1).max(80).optional(),
  stage: OneOrMore(Stage).optional(),
  owner: OneOrMore(Id).optional(),
  /** Of that person and everybody under them. */
  team: Id.optional(),
  type: OneOrMore(Id).optional(),
  work: OneOrMore(Id).optional(),
  reference: OneOrMore(Id).optional(),
  source: OneOrMore(Id).optional(),
  wantsInvestments: z.stringbool().optional(),
  amount: AmountCondition.optional(),
  /** Of the day on which it was written down, both days included. */
  from: FilterDay.optional(),
  to: FilterDay.optional(),
  /** Of the day on which they became a client. */
  convertedFrom: FilterDay.optional(),
  convertedTo: FilterDay.optional(),
}

export const listContacts = defineList({
  path: '/contacts',
  summary: 'Prospects of the staff in reach',
  module,
  row: ContactRow,
  texts: 'contacts',
  columns: {
    fullName: { label: 'fields.contact', width: 34 },
    email: { width: 32, neverCut: true },
    phone: { kind: 'phone' },
    stage: { words: 'stages', width: 14 },
    stageSince: { kind: 'dateTime' },
    typeName: { label: 'fields.type', width: 22 },
    workName: { label: 'fields.work', width: 24 },
    nextFollowUpOn: { kind: 'date' },
    nextFollowUp: { width: 36 },
    amount: { kind: 'money' },
    wantsInvestments: { kind: 'boolean' },
    referenceName: { label: 'fields.reference', width: 24 },
    sourceName: { label: 'fields.source', width: 24 },
    lopdOn: { kind: 'date' },
    ownerName: { label: 'fields.owner', width: 30 },
    ownerCvl: { label: 'fields.cvl', width: 14 },
    lostReason: { words: 'lostReasons', width: 24 },
    isConverted: { kind: 'boolean' },
    createdAt: { kind: 'dateTime' },
  },
  filters,
  sortable: ['fullName', 'createdAt', 'stageSince', 'amount'],
  totals: z.object({ amount: Money }),
})

/** What stands at the head of the columns of the board. */
export const getContactBoard = defineEndpoint({
  method: 'GET',
  path: '/contacts/board',
  summary: 'How many contacts stand in each stage, and the sum of their amounts',
  module,
  action: 'view',
  combinable: true,
  query: z.object(filters),
  output: z.object({
    stages: z.array(z.object({ stage: Stage, contacts: z.number().int(), amount: Money })),
  }),
})

const NamedId = z.object({ id: Id, name: z.string() })

export const getContactOptions = defineEndpoint({
  method: 'GET',
  path: '/contacts/options',
  summary: 'What contacts are described and filtered by, and the staff that they can belong to',
  module,
  action: 'view',
  output: z.object({
    types: z.array(NamedId),
    works: z.array(NamedId),
    references: z.array(NamedId),
    sources: z.array(NamedId),
    /** Those in reach who work here. */
    owners: z.array(NamedId.extend({ cvl: Cvl })),
    /** The caller, where contacts can belong to them. */
    me: Id.nullable(),
  }),
})

export const contactFields = {
  name: SingleLineText(1, 200),
  surname: SingleLineText(0, 200),
  email: EmailAddress.nullable(),
  phone: PhoneNumber.nullable(),
  typeId: Id.nullable(),
  workId: Id.nullable(),
  referenceId: Id.nullable(),
  sourceId: Id.nullable(),
  amount: Money.refine((value) => !value.startsWith('-'), { params: { field: 'too_small' } }).nullable(),
  observations: MultiLineText(0, 4000),
  family: MultiLineText(0, 1000),
  wantsInvestments: z.boolean(),
  /** When they signed the consent to data protection. */
  lopdOn: BusinessDate.nullable(),
}
const { name: _, ...describingFields } = contactFields

export const ContactDetail = ContactRow.extend({
  ...contactFields,
  name: z.string(),
  surname: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  ownerId: Id.nullable(),
  lostNote: z.string().nullable(),
  createdByName: z.string().nullable(),
  convertedAt: Instant.nullable(),
  /** Whom they became, where the caller sees that client. */
  client: z.object({ id: Id, cvl: Cvl }).nullable(),
})
export type ContactDetail = z.infer<typeof ContactDetail>

export const getContact = defineEndpoint({
  method: 'GET',
  path: '/contacts/:contactId',
  summary: 'One contact, with all that is known of them',
  module,
  action: 'view',
  combinable: true,
  params: contactParams,
  output: ContactDetail,
})

const ContactDuplicate = z.object({
  id: Id,
  fullName: z.string(),
  ownerName: z.string().nullable(),
  stage: Stage,
  by: z.array(z.enum(contactDuplicateCriteria)),
})

/**
 * Contacts and clients who may be the same person. Of those outside the caller's scope it says only that there is one, and by which sign. Limited
 * and audited together with the same question about clients.
 */
export const findContactDuplicates = defineEndpoint({
  method: 'POST',
  path: '/contacts/duplicates',
  changes: ['audit'],
  summary: 'Contacts and clients with the same e-mail or phone and a like name',
  module,
  action: 'create',
  body: z.object({
    name: SingleLineText(0, 200),
    surname: SingleLineText(0, 200),
    email: EmailAddress.nullable(),
    phone: PhoneNumber.nullable(),
    /** The contact that is changed: no double of itself. */
    exceptId: Id.optional(),
  }),
  output: z.object({
    contacts: z.array(ContactDuplicate),
    clients: z.array(ClientDuplicate),
    outside: z.object({
      contacts: z.array(z.enum(contactDuplicateCriteria)),
      clients: z.array(z.enum(contactDuplicateCriteria)),
    }),
  }),
})

/** 409 `contact.similar` where somebody like them is there, unless it says that they are others. The owner is somebody in reach who works here. */
export const createContact = defineEndpoint({
  method: 'POST',
  path: '/contacts',
  changes,
  summary: 'A new contact',
  module,
  action: 'create',
  body: z.strictObject({
    name: contactFields.name,
    ...z.object(describingFields).partial().shape,
    ownerId: Id,
    isSomebodyElse: z.boolean().optional(),
  }),
  output: z.object({ id: Id }),
})

/** Only what is sent changes. `conflict.changed` where somebody else was quicker. */
export const changeContact = defineEndpoint({
  method: 'PATCH',
  path: '/contacts/:contactId',
  changes,
  summary: 'Change what is known of a contact, or whose it is',
  module,
  action: 'edit',
  params: contactParams,
  body: z.strictObject({ version: Version, ...z.object({ ...contactFields, ownerId: Id }).partial().shape }),
  output: z.object({ version: Version }),
})

/** A reason stands with `lost`, and with nothing else. `contact.lopdMissing` from R2 on without the signed consent, `contact.converted` once they are a client. */
export const moveContact = defineEndpoint({
  method: 'PUT',
  path: '/contacts/:contactId/stage',
  changes,
  summary: 'Move a contact to another stage',
  module,
  action: 'edit',
  params: contactParams,
  body: z.strictObject({
    version: Version,
    stage: Stage,
    lostReason: z.enum(lostReasons).nullable(),
    lostNote: SingleLineText(1, 500).nullable(),
  }),
  output: z.object({ version: Version }),
})

/** `contact.hasHistory` once anything was done with them: then they are lost, and stay. */
export const deleteContact = defineEndpoint({
  method: 'POST',
  path: '/contacts/:contactId/removal',
  changes,
  summary: 'Delete a contact with whom nothing was done yet',
  module,
  action: 'delete',
  params: contactParams,
  body: z.strictObject({ version: Version }),
  output: z.object({ removed: z.literal(true) }),
})
