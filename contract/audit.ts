import { z } from 'zod'
import { defineEndpoint } from './core/endpoint.ts'
import { defineList } from './core/list.ts'
import { FilterDay, Id, Instant, OneOrMore } from './core/values.ts'

const searchFragment = z.string().trim().min(1).max(80)
const viewAccess = { module: 'bt_Auditoria', action: 'view' } as const

/** One thing that was done. Who has no name here is the command line, a job, or somebody who no longer works in the prefix. */
export const AuditEventRow = z.object({
  id: Id,
  at: Instant,
  personName: z.string().nullable(),
  /** False for the command line and for jobs. */
  byUser: z.boolean(),
  cvl: z.string().nullable(),
  /** In whose view they worked, where it wasn't their own. */
  actingCvl: z.string().nullable(),
  actingName: z.string().nullable(),
  /** What was done, 'clients.exported'. */
  action: z.string(),
  /** The kind of record, 'client'; of a navigation, the module. */
  entity: z.string(),
  entityId: z.string().nullable(),
  requestId: z.string().nullable(),
  address: z.string().nullable(),
  /** False for a moment: until every transaction that was under way is over. */
  sealed: z.boolean(),
})
export type AuditEventRow = z.infer<typeof AuditEventRow>

export const listAuditEvents = defineList({
  path: '/audit',
  summary: 'What was done in the prefix, and by whom',
  module: 'bt_Auditoria',
  row: AuditEventRow,
  texts: 'audit',
  columns: {
    at: { kind: 'dateTime' },
    personName: { label: 'fields.person', width: 30 },
    cvl: { width: 14 },
    actingCvl: { width: 14 },
    actingName: { width: 30 },
    action: { words: 'actions', width: 30 },
    entity: { words: 'entities', width: 22 },
    entityId: { label: 'fields.record', width: 20 },
    requestId: { label: 'fields.request', width: 38 },
    address: { width: 18 },
    sealed: { kind: 'boolean' },
  },
  filters: {
    /** The first and the last day, in the time zone of the prefix. */
    from: FilterDay.optional(),
    to: FilterDay.optional(),
    /** The user. */
    person: OneOrMore(Id).optional(),
    action: OneOrMore(searchFragment).optional(),
    entity: OneOrMore(searchFragment).optional(),
    /** The record's id. */
    record: Id.optional(),
    address: searchFragment.optional(),
    request: searchFragment.optional(),
    /** Leaves out the screens that were opened: most of what a day holds. */
    screens: z.enum(['without']).optional(),
  },
  sortable: ['at'],
  defaultSort: { sort: 'at', direction: 'desc' },
})

/** What the filters offer: only what occurs. */
export const getAuditFilterOptions = defineEndpoint({
  method: 'GET',
  path: '/audit/filter-options',
  summary: 'People, actions and kinds of record in the audit',
  ...viewAccess,
  output: z.object({
    people: z.array(z.object({ id: Id, name: z.string() })),
    /** Everybody who may come in here, or was refused. */
    everybody: z.array(z.object({ id: Id, name: z.string() })),
    actions: z.array(z.string()),
    entities: z.array(z.string()),
  }),
})

export const getAuditChainStatus = defineEndpoint({
  method: 'GET',
  path: '/audit/chain',
  summary: 'How far the audit is sealed',
  ...viewAccess,
  output: z.object({
    sealed: z.number().int(),
    waiting: z.number().int(),
    /** Of the last row in the chain. */
    sealedUpTo: Instant.nullable(),
    sealedAt: Instant.nullable(),
  }),
})

const AuditPayload = z.record(z.string(), z.unknown()).nullable()

export const getAuditEvent = defineEndpoint({
  method: 'GET',
  path: '/audit/events/:eventId',
  summary: 'One thing that was done, with what was there before and after',
  ...viewAccess,
  params: z.object({ eventId: Id }),
  output: AuditEventRow.extend({
    before: AuditPayload,
    after: AuditPayload,
    /** Its place in the chain. */
    position: Id.nullable(),
    sealedAt: Instant.nullable(),
  }),
})
export type AuditEvent = z.infer<typeof getAuditEvent.output>

/** The newest hundred of one record; the list, filtered, has them all. */
export const getRecordHistory = defineEndpoint({
  method: 'GET',
  path: '/audit/records/:entity/:recordId',
  summary: 'What was done to one record, the newest first',
  ...viewAccess,
  combinable: true,
  params: z.object({ entity: searchFragment, recordId: Id }),
  output: z.object({ rows: z.array(AuditEventRow) }),
})

/** What happens around the sessions of the prefix's people, as the registry notes it. */
export const accessEventActions = [
  'signIn',
  'signIn.refused',
  'signOut',
  'session.ended',
  'prefix.switched',
  'lock',
  'unlock',
  'unlock.refused',
  'confirm.refused',
  'password.changed',
  'password.refused',
  'password.reset',
  'password.resetAsked',
  'password.resetTooMany',
  'secondFactor',
  'secondFactor.refused',
  'secondFactor.added',
  'secondFactor.replaced',
  'secondFactor.removed',
  'recoveryCode.used',
  'recoveryCodes.renewed',
  'secondFactor.forgotten',
  'google.forgotten',
  'email.checked',
  'user.created',
] as const

export const AccessEventRow = z.object({
  id: Id,
  at: Instant,
  /** Null where nobody is known by what was said. */
  personName: z.string().nullable(),
  /** The name that was typed, by its first letters: 'a***@d***'. */
  identity: z.string().nullable(),
  action: z.string(),
  address: z.string().nullable(),
  requestId: z.string().nullable(),
  sealed: z.boolean(),
})
export type AccessEventRow = z.infer<typeof AccessEventRow>

export const listAccessEvents = defineList({
  path: '/audit/accesses',
  summary: 'Who came in, or was refused, and what guards their accounts',
  module: 'bt_Auditoria',
  row: AccessEventRow,
  texts: 'audit',
  columns: {
    at: { kind: 'dateTime' },
    personName: { label: 'fields.person', width: 30 },
    identity: { width: 20 },
    action: { words: 'accesses.actions', width: 36 },
    address: { width: 18 },
    requestId: { label: 'fields.request', width: 38 },
    sealed: { kind: 'boolean' },
  },
  filters: {
    from: FilterDay.optional(),
    to: FilterDay.optional(),
    /** The user. */
    person: OneOrMore(Id).optional(),
    action: OneOrMore(searchFragment).optional(),
    address: searchFragment.optional(),
  },
  sortable: ['at'],
  defaultSort: { sort: 'at', direction: 'desc' },
})
