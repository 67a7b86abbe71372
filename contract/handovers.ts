import { z } from 'zod'
import { approvalStates, ProposalResult, Reason } from './approvals.ts'
import { clientSelectionChoices } from './clients/client-selection.ts'
import { defineEndpoint } from './core/endpoint.ts'
import { defineList } from './core/list.ts'
import { BusinessDate, Cvl, FilterDay, Id, Instant, Money, OneOrMore } from './core/values.ts'

/** In which ways somebody may look after a client. */
export const linkRoles = ['manager', 'partner', 'advisor', 'banker'] as const
export type LinkRole = (typeof linkRoles)[number]

/** Proposed, then accepted (it waits for its day), then done; or it came to nothing. Failed: the receiver had left by its day. */
export const handoverStates = [
  'proposed',
  'accepted',
  'done',
  'rejected',
  'withdrawn',
  'expired',
  'failed',
  'undone',
] as const
export type HandoverState = (typeof handoverStates)[number]

/** What became of a client: moved; changed = somebody else had them by then; undone; kept = moved on since, not taken back. */
export const handoverOutcomes = ['moved', 'changed', 'undone', 'kept'] as const

/** For so long a handover that was carried out can be undone. */
export const handoverUndoHours = 24

const viewAccess = { module: 'bt_Traspasos', action: 'view' } as const
const createAccess = { module: 'bt_Traspasos', action: 'create' } as const

const handoverFilters = {
  state: OneOrMore(z.enum(handoverStates)).optional(),
  role: OneOrMore(z.enum(linkRoles)).optional(),
  /** Employees. */
  giver: OneOrMore(Id).optional(),
  receiver: OneOrMore(Id).optional(),
  /** The first and the last day on which it takes effect. */
  from: FilterDay.optional(),
  to: FilterDay.optional(),
}

export const HandoverRow = z.object({
  id: Id,
  state: z.enum(handoverStates),
  proposedAt: Instant,
  effectiveOn: BusinessDate,
  role: z.enum(linkRoles),
  /** 'Apellidos, Nombre' of the giver; null where there are several, or none. */
  fromName: z.string().nullable(),
  /** How many people had them. */
  givers: z.number().int(),
  toName: z.string(),
  /** As they were proposed. */
  clients: z.number().int(),
  capital: Money,
  proposerName: z.string().nullable(),
  doneAt: Instant.nullable(),
})
export type HandoverRow = z.infer<typeof HandoverRow>

export const listHandovers = defineList({
  path: '/handovers',
  summary: 'Handovers of mine, or that concern somebody within my reach',
  module: 'bt_Traspasos',
  row: HandoverRow,
  texts: 'handovers',
  columns: {
    proposedAt: { kind: 'dateTime' },
    state: { words: 'states', width: 16 },
    effectiveOn: { kind: 'date' },
    role: { words: 'roles', width: 14 },
    fromName: { label: 'fields.from', width: 30 },
    givers: { kind: 'integer' },
    toName: { label: 'fields.to', width: 30 },
    clients: { kind: 'integer' },
    capital: { kind: 'money' },
    proposerName: { label: 'fields.proposer', width: 30 },
    doneAt: { kind: 'dateTime' },
  },
  filters: handoverFilters,
  sortable: ['proposedAt', 'effectiveOn', 'clients', 'capital'],
  defaultSort: { sort: 'proposedAt', direction: 'desc' },
  totals: z.object({ capital: Money }),
})

const PersonReference = z.object({ id: Id, name: z.string(), cvl: Cvl })

export const getHandoverFilterOptions = defineEndpoint({
  method: 'GET',
  path: '/handovers/filter-options',
  about: ['handovers', 'staff'],
  summary: 'Who gives and who receives in the handovers that I may see',
  ...viewAccess,
  output: z.object({ givers: z.array(PersonReference), receivers: z.array(PersonReference) }),
})

/** The receivers are colleagues of the whole prefix: a receiver has to accept the clients. */
export const getHandoverPeople = defineEndpoint({
  method: 'GET',
  path: '/handovers/people',
  about: ['access', 'clients', 'staff'],
  summary: 'Who can be given clients, and whose clients within my reach can be handed over',
  ...createAccess,
  output: z.object({
    receivers: z.array(PersonReference.extend({ position: z.string(), officeName: z.string() })),
    givers: z.array(PersonReference.extend({ role: z.enum(linkRoles), clients: z.number().int() })),
  }),
})

/** Which clients: these, all that match the filter of a list, or all that somebody has in the role that is handed over. */
export const HandoverSelection = z.discriminatedUnion('by', [
  ...clientSelectionChoices,
  z.strictObject({ by: z.literal('giver'), giverId: Id }),
])
export type HandoverSelection = z.input<typeof HandoverSelection>

const handoverBody = {
  choice: HandoverSelection,
  role: z.enum(linkRoles),
  toId: Id,
  effectiveOn: BusinessDate,
}

const VisibilityChange = z.array(z.object({ name: z.string(), cvl: Cvl, clients: z.number().int() }))

export const previewHandover = defineEndpoint({
  method: 'POST',
  path: '/handovers/preview',
  changes: [],
  summary: 'What a handover would move, and what would stay',
  ...createAccess,
  body: z.object(handoverBody),
  output: z.object({
    /** False where the firm does handovers without a second person. */
    needsApproval: z.boolean(),
    /** The caller does not answer for the givers: a person who does must approve too. */
    needsRelease: z.boolean(),
    clients: z.number().int(),
    /** Contacts of the commercial agenda, which go along with all that a giver has. */
    contacts: z.number().int(),
    /** Active ones, counted under their primary holder, as the capital is. */
    accounts: z.number().int(),
    capital: Money,
    givers: z.array(
      z.object({
        /** Null: nobody has them in that role. */
        name: z.string().nullable(),
        cvl: Cvl.nullable(),
        clients: z.number().int(),
        accounts: z.number().int(),
        capital: Money,
        /** Captation of the year so far, which stays theirs; of managers, to whom it is credited. */
        credited: Money.nullable(),
      }),
    ),
    /** Chosen, and not moved: they have the receiver already, or somebody out of my reach. */
    alreadyThere: z.number().int(),
    heldByOther: z.number().int(),
    /** Who comes to see clients that they don't see now by any link, of their own or of their team, and who sees them no more. */
    gaining: VisibilityChange,
    losing: VisibilityChange,
  }),
})
export type HandoverPreview = z.infer<typeof previewHandover.output>

export const proposeHandover = defineEndpoint({
  method: 'POST',
  path: '/handovers',
  changes: ['approvals', 'clients', 'contacts', 'handovers'],
  summary: 'Propose a handover; carried out at once where nobody has to accept it',
  ...createAccess,
  body: z.object({ ...handoverBody, reason: Reason }),
  output: ProposalResult.extend({ handoverId: Id }),
})

export const HandoverDetail = HandoverRow.extend({
  reason: z.string(),
  approvalId: Id.nullable(),
  /** The approval of the giver's side; null where the proposer answers for the givers. */
  release: z
    .object({
      approvalId: Id,
      state: z.enum(approvalStates),
      decidedAt: Instant.nullable(),
      decidedBy: z.string().nullable(),
    })
    .nullable(),
  /** Until when it can be accepted, while it is proposed. */
  expiresAt: Instant.nullable(),
  acceptedAt: Instant.nullable(),
  acceptedBy: z.string().nullable(),
  /** When it came to nothing, or was undone. */
  endedAt: Instant.nullable(),
  endedBy: z.string().nullable(),
  endReason: z.string().nullable(),
  moved: z.number().int(),
  changed: z.number().int(),
  undone: z.number().int(),
  kept: z.number().int(),
  /** Of its clients, how many the caller may not see. */
  hidden: z.number().int(),
  mayUndo: z.boolean(),
  /** Until when it can be undone, once it is done. */
  undoUntil: Instant.nullable(),
})
export type HandoverDetail = z.infer<typeof HandoverDetail>

export const getHandover = defineEndpoint({
  method: 'GET',
  path: '/handovers/:handoverId',
  summary: 'One handover, how it stands and what can be done with it',
  ...viewAccess,
  params: z.object({ handoverId: Id }),
  output: HandoverDetail,
})

export const listHandoverClients = defineList({
  path: '/handovers/:handoverId/clients',
  summary: 'The clients of a handover that I may see',
  module: 'bt_Traspasos',
  params: z.object({ handoverId: Id }),
  row: z.object({
    id: Id,
    cvl: Cvl,
    fullName: z.string(),
    fromName: z.string().nullable(),
    capital: Money,
    outcome: z.enum(handoverOutcomes).nullable(),
  }),
  texts: 'handovers',
  columns: {
    cvl: { width: 14 },
    fullName: { label: 'fields.client', width: 36 },
    fromName: { label: 'fields.from', width: 30 },
    capital: { kind: 'money' },
    outcome: { words: 'outcomes', width: 20 },
  },
  filters: { outcome: OneOrMore(z.enum(handoverOutcomes)).optional() },
  sortable: ['fullName', 'capital'],
  totals: z.object({ capital: Money }),
})

/** Before its day nothing comes of it; for 24 hours after, each client goes back who is still where it put them. */
export const undoHandover = defineEndpoint({
  method: 'POST',
  path: '/handovers/:handoverId/undo',
  changes: ['approvals', 'clients', 'contacts', 'handovers'],
  summary: 'Take back a handover that was accepted',
  module: 'bt_Traspasos',
  action: 'approve',
  params: z.object({ handoverId: Id }),
  body: z.object({}),
  output: z.object({ state: z.enum(handoverStates), undone: z.number().int(), kept: z.number().int() }),
})
