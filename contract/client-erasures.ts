import { z } from 'zod'
import { ProposalResult, Reason } from './approvals.ts'
import { defineEndpoint } from './core/endpoint.ts'
import { defineList } from './core/list.ts'
import { BusinessDate, Cvl, FilterDay, Id, Instant, OneOrMore } from './core/values.ts'

/** `scheduled`: the firm has to keep the data. `due`: it may be erased. `asked`: a second person is asked for their word. */
export const clientErasureStates = ['scheduled', 'due', 'asked', 'done', 'withdrawn'] as const
export type ClientErasureState = (typeof clientErasureStates)[number]

/** What stands in the way of an erasure, in the order in which it is mended. */
export const erasureObstacles = [
  'legalBlock',
  'openEstate',
  'actsForOthers',
  'openAccounts',
  'moneyOwed',
  'pendingPayments',
  'pendingChanges',
] as const
export type ErasureObstacle = (typeof erasureObstacles)[number]

const moduleKey = 'bt_Supresiones'
const clientParams = z.object({ clientId: Id })

const ClientErasure = z.object({
  id: Id,
  state: z.enum(clientErasureStates),
  requestedOn: BusinessDate,
  /** Null once the person was erased: a reason may name them. */
  reason: z.string().nullable(),
  /** From this day on it may be carried out. */
  dueOn: BusinessDate,
  askedAt: Instant,
  askedByName: z.string().nullable(),
  approvalId: Id.nullable(),
  doneAt: Instant.nullable(),
  withdrawnAt: Instant.nullable(),
  withdrawReason: z.string().nullable(),
})
export type ClientErasure = z.infer<typeof ClientErasure>

export const getClientErasure = defineEndpoint({
  method: 'GET',
  path: '/clients/:clientId/erasure',
  about: ['clients', 'accounts', 'ledger', 'payments', 'approvals', 'handovers', 'imports', 'settings'],
  summary:
    'The erasure of a client: what was asked for, what stands in the way, and until when their data has to be kept',
  module: moduleKey,
  action: 'view',
  params: clientParams,
  output: z.object({
    client: z.object({ id: Id, cvl: Cvl, name: z.string(), erasedAt: Instant.nullable() }),
    /** The last one; null where nobody ever asked. */
    erasure: ClientErasure.nullable(),
    /** Empty where nothing does. */
    obstacles: z.array(z.enum(erasureObstacles)),
    retention: z.object({
      years: z.number().int(),
      source: z.string(),
      /** The last contract or movement; null where there never was one. */
      endedOn: BusinessDate.nullable(),
      /** The first day on which the person may be erased. */
      dueOn: BusinessDate,
    }),
  }),
})
export type ClientErasurePlan = z.infer<typeof getClientErasure.output>

/** 409 `erasure.*` where something stands in the way, `erasure.asked` where it was asked for already. */
export const requestClientErasure = defineEndpoint({
  method: 'POST',
  path: '/clients/:clientId/erasure',
  changes: ['audit', 'clients'],
  summary: 'Write down that a client asked to be erased: their data is only kept from then on',
  module: moduleKey,
  action: 'create',
  params: clientParams,
  body: z.strictObject({ requestedOn: BusinessDate, reason: Reason }),
  output: z.object({ erasureId: Id, state: z.enum(['scheduled', 'due']), dueOn: BusinessDate }),
})

/** 409 `conflict.changed` where none is open any more. */
export const withdrawClientErasure = defineEndpoint({
  method: 'POST',
  path: '/clients/:clientId/erasure/withdraw',
  changes: ['approvals', 'audit', 'clients'],
  summary: 'Take the request of an erasure back',
  module: moduleKey,
  action: 'create',
  params: clientParams,
  body: z.strictObject({ reason: Reason }),
  output: z.object({ state: z.literal('withdrawn') }),
})

/** A second person agrees, always. 409 `erasure.notDue` before its day. */
export const proposeClientErasure = defineEndpoint({
  method: 'POST',
  path: '/clients/:clientId/erasure/execution',
  changes: ['approvals', 'audit', 'clients'],
  summary: 'Propose to erase a client whose data need not be kept any more',
  module: moduleKey,
  action: 'edit',
  params: clientParams,
  body: z.strictObject({ reason: Reason }),
  output: ProposalResult,
})

export const ClientErasureRow = z.object({
  id: Id,
  clientId: Id,
  /** 'Apellidos, Nombre'. */
  clientName: z.string(),
  clientCvl: Cvl,
  state: z.enum(clientErasureStates),
  requestedOn: BusinessDate,
  dueOn: BusinessDate,
  endedOn: BusinessDate.nullable(),
  reason: z.string().nullable(),
  doneAt: Instant.nullable(),
})

export const listClientErasures = defineList({
  path: '/client-erasures',
  summary: 'Erasures of clients: what is scheduled, what is due, and what was done',
  module: moduleKey,
  row: ClientErasureRow,
  texts: 'client-erasures',
  columns: {
    dueOn: { kind: 'date' },
    state: { words: 'states', width: 24 },
    clientName: { label: 'fields.client', width: 36 },
    clientCvl: { label: 'fields.cvl', width: 14 },
    requestedOn: { kind: 'date' },
    endedOn: { kind: 'date' },
    reason: { width: 40 },
    doneAt: { kind: 'dateTime' },
  },
  filters: {
    /** Name or CVL of the client. */
    search: z.string().trim().max(80).optional(),
    state: OneOrMore(z.enum(clientErasureStates)).optional(),
    dueFrom: FilterDay.optional(),
    dueTo: FilterDay.optional(),
  },
  sortable: ['dueOn', 'requestedOn'],
  defaultSort: { sort: 'dueOn', direction: 'asc' },
})

const RetentionPeriod = z.object({
  validFrom: BusinessDate,
  years: z.number().int(),
  source: z.string(),
  setAt: Instant,
  setBy: z.string().nullable(),
})
export type RetentionPeriod = z.infer<typeof RetentionPeriod>

export const getRetentionPeriods = defineEndpoint({
  method: 'GET',
  path: '/settings/retention-periods',
  about: ['settings'],
  summary: 'For how many years the data of clients is kept, the latest first',
  module: 'bt_Ajustes',
  action: 'view',
  output: z.object({ periods: z.array(RetentionPeriod) }),
})

/** A period holds from its day until the next one. Setting it again for the same day corrects it; both stand in the audit. */
export const setRetentionPeriod = defineEndpoint({
  method: 'PUT',
  path: '/settings/retention-periods',
  changes: ['audit', 'clients', 'settings'],
  summary: 'Set for how many years the data of clients is kept, from a day on',
  module: 'bt_Ajustes',
  action: 'edit',
  body: z.strictObject({
    validFrom: BusinessDate,
    years: z.number().int().min(1).max(50),
    /** The law or rule that it comes from. */
    source: z.string().trim().min(3).max(500),
  }),
  output: RetentionPeriod,
})
