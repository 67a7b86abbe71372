import { z } from 'zod'
import { endpoint } from './core/endpoint.ts'
import { list } from './core/list.ts'
import { BusinessDate, Id, Instant } from './core/values.ts'

const fragment = z.string().trim().min(1).max(80)
const access = { module: 'bt_Auditoria', action: 'view' } as const

/** One thing that was done. Who has no name here is the command line, a job, or somebody who no longer works in the prefix. */
export const AuditRow = z.object({
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
export type AuditRow = z.infer<typeof AuditRow>

export const listAudit = list({
  path: '/audit',
  summary: 'What was done in the prefix, and by whom',
  module: 'bt_Auditoria',
  row: AuditRow,
  exported: [
    'at',
    'personName',
    'cvl',
    'actingCvl',
    'actingName',
    'action',
    'entity',
    'entityId',
    'requestId',
    'address',
    'sealed',
  ],
  filters: {
    /** The first and the last day, in the time zone of the prefix. */
    from: BusinessDate.optional(),
    to: BusinessDate.optional(),
    /** The user. */
    person: Id.optional(),
    action: fragment.optional(),
    entity: fragment.optional(),
    /** The record's id. */
    record: Id.optional(),
    address: fragment.optional(),
    request: fragment.optional(),
    /** Leaves out the screens that were opened: most of what a day holds. */
    screens: z.enum(['without']).optional(),
  },
  sortable: ['at'],
  defaultSort: { sort: 'at', direction: 'desc' },
})

/** What the filters offer: only what occurs. */
export const auditFilterOptions = endpoint({
  method: 'GET',
  path: '/audit/filter-options',
  summary: 'People, actions and kinds of record in the audit',
  ...access,
  output: z.object({
    people: z.array(z.object({ id: Id, name: z.string() })),
    /** Everybody who may come in here, or was refused. */
    everybody: z.array(z.object({ id: Id, name: z.string() })),
    actions: z.array(z.string()),
    entities: z.array(z.string()),
  }),
})

export const getAuditChain = endpoint({
  method: 'GET',
  path: '/audit/chain',
  summary: 'How far the audit is sealed',
  ...access,
  output: z.object({
    sealed: z.number().int(),
    waiting: z.number().int(),
    /** Of the last row in the chain. */
    sealedUpTo: Instant.nullable(),
    sealedAt: Instant.nullable(),
  }),
})

const Payload = z.record(z.string(), z.unknown()).nullable()

export const getAuditEvent = endpoint({
  method: 'GET',
  path: '/audit/events/:eventId',
  summary: 'One thing that was done, with what was there before and after',
  ...access,
  params: z.object({ eventId: Id }),
  output: AuditRow.extend({
    before: Payload,
    after: Payload,
    /** Its place in the chain. */
    position: Id.nullable(),
    sealedAt: Instant.nullable(),
  }),
})
export type AuditEvent = z.infer<typeof getAuditEvent.output>

/** The newest hundred of one record; the list, filtered, has them all. */
export const getRecordHistory = endpoint({
  method: 'GET',
  path: '/audit/records/:entity/:recordId',
  summary: 'What was done to one record, the newest first',
  ...access,
  params: z.object({ entity: fragment, recordId: Id }),
  output: z.object({ rows: z.array(AuditRow) }),
})

/** What happens around the sessions of the prefix's people, as the registry notes it. */
export const accessActions = [
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

export const AccessRow = z.object({
  id: Id,
  at: Instant,
  /** Null where nobody is known by what was said. */
  personName: z.string().nullable(),
  /** Whom they said to be, by its first letters: 'a***@d***'. */
  identity: z.string().nullable(),
  action: z.string(),
  address: z.string().nullable(),
  requestId: z.string().nullable(),
  sealed: z.boolean(),
})
export type AccessRow = z.infer<typeof AccessRow>

export const listAccesses = list({
  path: '/audit/accesses',
  summary: 'Who came in, or was refused, and what guards their accounts',
  module: 'bt_Auditoria',
  row: AccessRow,
  exported: ['at', 'personName', 'identity', 'action', 'address', 'requestId', 'sealed'],
  filters: {
    from: BusinessDate.optional(),
    to: BusinessDate.optional(),
    /** The user. */
    person: Id.optional(),
    action: fragment.optional(),
    address: fragment.optional(),
  },
  sortable: ['at'],
  defaultSort: { sort: 'at', direction: 'desc' },
})
