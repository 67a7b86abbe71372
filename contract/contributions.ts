import { z } from 'zod'
import { ProposalResult, Reason } from './approvals.ts'
import { defineEndpoint } from './core/endpoint.ts'
import { defineList } from './core/list.ts'
import { BusinessDate, Cvl, FilterDay, Id, Money, OneOrMore, PositiveAmount, SingleLineText } from './core/values.ts'

/** A movement is found by its reference at the bank, or at the payer. */
export const ContributionReference = SingleLineText(3, 140)

/**
 * Money that came in, noted by hand. It is booked today; interest counts from the value date, which lies neither in the future nor
 * before the account was opened; of one that has yet to open, no further back than an offer lasts. What is above the role's limit, back-dated
 * by more than the firm's days, or more than an opening needs waits for a second person: `pending`, with nothing booked yet.
 */
export const addContribution = defineEndpoint({
  method: 'POST',
  path: '/clients/:clientId/accounts/:accountId/contributions',
  changes: ['accounts', 'approvals', 'bankEntries', 'clients', 'contributions', 'ledger', 'notices', 'openings'],
  summary: 'Note a contribution that came in',
  module: 'bt_Ingresos',
  action: 'create',
  idempotent: true,
  params: z.object({ clientId: Id, accountId: Id }),
  body: z.object({ amount: PositiveAmount, valueDate: BusinessDate, reference: ContributionReference }),
  output: ProposalResult.extend({
    /** Null while it waits for a second person. */
    journalId: Id.nullable(),
  }),
})

/**
 * Says that the money of a contribution by hand has been seen at the bank, though no line of a statement says so; a second person decides it,
 * whatever the firm wants. `contribution.confirmed` where nothing is left to confirm.
 */
export const confirmContribution = defineEndpoint({
  method: 'POST',
  path: '/clients/:clientId/accounts/:accountId/contributions/:journalId/confirm',
  changes: ['accounts', 'approvals', 'bankEntries', 'clients', 'contributions', 'ledger', 'notices', 'openings'],
  summary: 'Vouch for a contribution that no line of the bank has confirmed',
  module: 'bt_Ingresos',
  action: 'create',
  params: z.object({ clientId: Id, accountId: Id, journalId: Id }),
  body: z.object({ reason: Reason }),
  output: ProposalResult,
})

/** Of a contribution by hand: no line of the bank has confirmed it yet, or for longer than the firm lets it wait. */
export const confirmationStates = ['unconfirmed', 'overdue'] as const

/** Where a contribution was noted: by hand, from a statement of the bank, by an import, or before anybody kept that. */
export const contributionSources = ['manual', 'statement', 'import', 'other'] as const

export const ContributionRow = z.object({
  /** Of the journal. */
  id: Id,
  bookingDate: BusinessDate,
  valueDate: BusinessDate,
  clientId: Id,
  /** 'Apellidos, Nombre'. */
  clientName: z.string(),
  clientCvl: Cvl,
  accountId: Id,
  accountNumber: z.string(),
  source: z.enum(contributionSources),
  description: z.string().nullable(),
  /** Negative where it takes another back. */
  amount: Money,
  correction: z.enum(['reversed', 'reversal']).nullable(),
  /** Null where the bank, or a second person, has confirmed it. */
  confirmation: z.enum(confirmationStates).nullable(),
})
export type ContributionRow = z.infer<typeof ContributionRow>

/** One row for each account that a journal brought money to, under its first holder. */
export const listContributions = defineList({
  path: '/contributions',
  summary: 'New money that came in',
  module: 'bt_Ingresos',
  row: ContributionRow,
  texts: 'contributions',
  columns: {
    bookingDate: { kind: 'date' },
    valueDate: { kind: 'date' },
    clientName: { label: 'fields.client', width: 36 },
    clientCvl: { label: 'fields.cvl', width: 14 },
    accountNumber: { label: 'fields.account', width: 22, neverCut: true },
    source: { words: 'sources', width: 16 },
    description: { width: 40 },
    amount: { kind: 'money' },
    correction: { words: 'corrections', width: 16 },
    confirmation: { words: 'confirmations', width: 26 },
  },
  filters: {
    /** A part of the client's name or CVL, or the account's number. */
    search: z.string().trim().max(80).optional(),
    source: OneOrMore(z.enum(contributionSources)).optional(),
    account: Id.optional(),
    /** What is overdue is unconfirmed as well. */
    confirmation: OneOrMore(z.enum(confirmationStates)).optional(),
    /** By booking date, both days included. */
    from: FilterDay.optional(),
    to: FilterDay.optional(),
  },
  sortable: ['bookingDate'],
  defaultSort: { sort: 'bookingDate', direction: 'desc' },
  totals: z.object({ amount: Money }),
})
