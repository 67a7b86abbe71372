import { z } from 'zod'
import { defineEndpoint } from './core/endpoint.ts'
import { FilterDay, Id, Instant, Money, OneOrMore, SingleLineText, WholeNumber } from './core/values.ts'

/** Kinds of entry that the timeline of a client has, in the order of its filter. Each has its branch on the server (`TimelineBranch`). */
export const timelineKinds = [
  'movement',
  'document',
  'clientDocument',
  'kyc',
  'consent',
  'report',
  'presentation',
  'note',
  'notice',
  'infoForm',
  'change',
  'handover',
  'approval',
  'merge',
  'estate',
  'call',
  'followUp',
  'meeting',
] as const
export type TimelineKind = (typeof timelineKinds)[number]

/** Where a page of the timeline ends: the instant to the microsecond, the kind, and the ids of the entry within it. */
const timelineCursorPattern = /^\d{4,5}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z~[a-z][A-Za-z]{1,39}~\d{1,18}~\d{1,18}$/

export const TimelineEntry = z.object({
  /** Of this entry alone: its kind and its ids. */
  id: z.string(),
  kind: z.enum(timelineKinds),
  at: Instant,
  /** Only its day is known, or counts. */
  isDay: z.boolean(),
  /** What happened, by its key in the words of the kind; null where the kind says enough. */
  what: z.string().nullable(),
  /** By its key in the words of the states of the kind. */
  state: z.string().nullable(),
  /** What somebody wrote, as it was written. */
  text: z.string().nullable(),
  amount: Money.nullable(),
  accountNumber: z.string().nullable(),
  /** Who did it; null for a job, and for somebody who has left. */
  personName: z.string().nullable(),
  /** The page of its record; null where there is none, or the caller may not open it. */
  path: z.string().nullable(),
})
export type TimelineEntry = z.infer<typeof TimelineEntry>

export const getClientTimeline = defineEndpoint({
  method: 'GET',
  path: '/clients/:clientId/timeline',
  summary: 'All that happened with a client, newest first; older than an entry',
  module: 'bt_Clientes',
  action: 'view',
  about: [
    'accounts',
    'approvals',
    'audit',
    'bankAccounts',
    'clientDocuments',
    'clients',
    'contributions',
    'handovers',
    'ledger',
    'notices',
    'openings',
    'payments',
    'presentations',
    'recordPanels',
    'staff',
  ],
  combinable: true,
  params: z.object({ clientId: Id }),
  query: z.object({
    kind: OneOrMore(z.enum(timelineKinds)).optional(),
    /** The first and the last day, as the firm's clock shows them. */
    from: FilterDay.optional(),
    to: FilterDay.optional(),
    /** Words that all stand in what happened, in what was written, or in the number of the account. */
    search: SingleLineText(1, 80).optional(),
    before: z.string().regex(timelineCursorPattern).optional(),
    limit: WholeNumber(1, 50).default(20),
  }),
  output: z.object({
    /** Kinds that the caller may see. */
    kinds: z.array(z.enum(timelineKinds)),
    entries: z.array(TimelineEntry),
    /** What the next page is asked for with; null where there is no older entry. */
    next: z.string().nullable(),
  }),
})
