import { z } from 'zod'
import { defineEndpoint } from './core/endpoint.ts'
import { defineList } from './core/list.ts'
import {
  BusinessDate,
  Cvl,
  FilterDay,
  Id,
  Money,
  MultiLineText,
  OneOrMore,
  PositiveAmount,
  SingleLineText,
} from './core/values.ts'
import { followUpPriorities, followUpStates } from './follow-ups/words.ts'

const module = 'bt_AgendaComercial'
const changes = ['contacts', 'audit'] as const
const followUpParams = z.object({ followUpId: Id })
const Version = z.number().int()

export const FollowUpRow = z.object({
  id: Id,
  dueOn: BusinessDate,
  subject: z.string(),
  contactId: Id.nullable(),
  clientId: Id.nullable(),
  /** 'Apellidos, Nombre' of whom it is about. */
  personName: z.string(),
  priority: z.enum(followUpPriorities),
  /** Euros that it may bring; null = not said. */
  amount: Money.nullable(),
  state: z.enum(followUpStates),
  note: z.string(),
  /** What came of it, or why it was cancelled. */
  result: z.string(),
  ownerId: Id,
  ownerName: z.string(),
  ownerCvl: Cvl,
  version: Version,
})
export type FollowUpRow = z.infer<typeof FollowUpRow>

export const listFollowUps = defineList({
  path: '/follow-ups',
  summary: 'Follow-ups of the staff in reach, or those about one contact or client',
  module,
  row: FollowUpRow,
  texts: 'follow-ups',
  columns: {
    dueOn: { kind: 'date' },
    personName: { label: 'fields.person', width: 34 },
    subject: { width: 40 },
    priority: { words: 'priorities', width: 12 },
    amount: { kind: 'money' },
    state: { words: 'states', width: 16 },
    note: { width: 50 },
    result: { width: 50 },
    ownerName: { label: 'fields.owner', width: 30 },
    ownerCvl: { label: 'fields.cvl', width: 14 },
  },
  filters: {
    /** In progress where it isn't said; several at once. */
    state: OneOrMore(z.enum(followUpStates)).optional(),
    priority: OneOrMore(z.enum(followUpPriorities)).optional(),
    owner: OneOrMore(Id).optional(),
    /** Those about that one, whosever they are: where the caller sees the contact or the client. */
    contact: Id.optional(),
    client: Id.optional(),
    from: FilterDay.optional(),
    to: FilterDay.optional(),
    /** In progress, and due before today. */
    overdue: z.stringbool().optional(),
  },
  sortable: ['dueOn', 'amount'],
  defaultSort: { sort: 'dueOn', direction: 'asc' },
  totals: z.object({ amount: Money }),
})

export const getFollowUp = defineEndpoint({
  method: 'GET',
  path: '/follow-ups/:followUpId',
  about: ['contacts', 'clients'],
  summary: 'A follow-up with who made it and who closed it',
  module,
  action: 'view',
  combinable: true,
  params: followUpParams,
  output: FollowUpRow.extend({
    createdAt: z.string(),
    createdByName: z.string().nullable(),
    closedAt: z.string().nullable(),
    closedByName: z.string().nullable(),
  }),
})

const followUpFields = {
  subject: SingleLineText(1, 200),
  note: MultiLineText(0, 4000),
  dueOn: BusinessDate,
  priority: z.enum(followUpPriorities),
  amount: PositiveAmount.nullable(),
  ownerId: Id,
}

/** Of somebody in the caller's reach. Either a contact or a client, whom the caller sees. */
export const createFollowUp = defineEndpoint({
  method: 'POST',
  path: '/follow-ups',
  changes,
  summary: 'Note what is to be done about a contact or a client',
  module,
  action: 'create',
  body: z.strictObject({
    contactId: Id.nullable(),
    clientId: Id.nullable(),
    ...followUpFields,
    /** The caller's own where it isn't said. */
    ownerId: Id.nullable(),
  }),
  output: z.object({ id: Id }),
})

/** `followUp.closed` where it is no longer in progress. */
export const changeFollowUp = defineEndpoint({
  method: 'PATCH',
  path: '/follow-ups/:followUpId',
  changes,
  summary: 'Change a follow-up in progress',
  module,
  action: 'edit',
  params: followUpParams,
  body: z.strictObject({ version: Version, ...followUpFields }),
  output: z.object({ version: Version }),
})

/** Finishing may say what came of it; cancelling says why. Taking it up again leaves neither. */
export const setFollowUpState = defineEndpoint({
  method: 'PUT',
  path: '/follow-ups/:followUpId/state',
  changes,
  summary: 'Finish a follow-up, cancel it, or take it up again',
  module,
  action: 'edit',
  params: followUpParams,
  body: z.strictObject({ version: Version, state: z.enum(followUpStates), result: MultiLineText(0, 1000) }),
  output: z.object({ version: Version }),
})
