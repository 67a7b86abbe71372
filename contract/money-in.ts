import { z } from 'zod'
import { endpoint } from './core/endpoint.ts'
import { list } from './core/list.ts'
import { Amount, BusinessDate, Cvl, Id, Money } from './core/values.ts'

/** A movement is found by what the bank, or whoever brought the money, calls it. */
export const Reference = z.string().trim().min(3).max(140)

/**
 * Money that came in, noted by hand. It is booked today; interest counts from the value date, which lies neither in the future nor
 * before the account was opened; of one that has yet to open, no further back than an offer lasts.
 */
export const addContribution = endpoint({
  method: 'POST',
  path: '/clients/:clientId/accounts/:accountId/contributions',
  summary: 'Note a contribution that came in',
  module: 'bt_Ingresos',
  action: 'create',
  idempotent: true,
  params: z.object({ clientId: Id, accountId: Id }),
  body: z.object({ amount: Amount, valueDate: BusinessDate, reference: Reference }),
  output: z.object({ journalId: Id }),
})

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
})
export type ContributionRow = z.infer<typeof ContributionRow>

/** One row for each account that a journal brought money to, under its first holder. */
export const listContributions = list({
  path: '/contributions',
  summary: 'New money that came in',
  module: 'bt_Ingresos',
  row: ContributionRow,
  exported: [
    'bookingDate',
    'valueDate',
    'clientName',
    'clientCvl',
    'accountNumber',
    'source',
    'description',
    'amount',
    'correction',
  ],
  filters: {
    /** A part of the client's name or CVL, or the account's number. */
    search: z.string().trim().max(80).optional(),
    source: z.enum(contributionSources).optional(),
    account: Id.optional(),
    /** By booking date, both days included. */
    from: BusinessDate.optional(),
    to: BusinessDate.optional(),
  },
  sortable: ['bookingDate'],
  defaultSort: { sort: 'bookingDate', direction: 'desc' },
  totals: z.object({ amount: Money }),
})
