import { z } from 'zod'
import { ProposalResult, Reason } from './approvals.ts'
import { attributionRoles } from './attribution/shares.ts'
import { AttributionShare } from './attribution.ts'
import { movementKinds } from './clients/client.ts'
import { defineEndpoint } from './core/endpoint.ts'
import { BusinessDate, Id, Instant, Money } from './core/values.ts'

/** The fixed accounts of the chart: two are the clients', the others the firm's. A firm adds others to them. */
export const ledgerCodes = [
  'bank',
  'unidentified_receipts',
  'client_capital',
  'client_payable',
  'interest_expense',
  'tax_payable',
  'penalty_income',
  'fee_income',
  'opening_balances',
] as const
/** One of the fixed accounts, or one that the firm has added: letters, digits and underscores. */
export const LedgerCode = z.string().regex(/^[a-z0-9][a-z0-9_]{1,39}$/)

/** Why a journal can't be taken back. */
export const reversalObstacles = [
  'ledger.isReversal',
  'ledger.reversed',
  'ledger.reversalWaits',
  'ledger.ofPayment',
  'ledger.ofBank',
  'account.notActive',
] as const

export const JournalDetail = z.object({
  id: Id,
  kind: z.enum(movementKinds),
  bookingDate: BusinessDate,
  valueDate: BusinessDate,
  recordedAt: Instant,
  description: z.string().nullable(),
  /** Null for what a run or an import booked, and for a person who is no longer here. */
  byName: z.string().nullable(),
  /** What it takes back, and what has taken it back. */
  reversesId: Id.nullable(),
  reversedById: Id.nullable(),
  /** The double entry: each line on one side, the sides alike. */
  lines: z.array(
    z.object({
      line: z.number().int(),
      ledger: LedgerCode,
      /** Of an account that the firm has added; the fixed ones are called by the texts. */
      ledgerName: z.string().nullable(),
      /** Null for the firm's own, and for an account of somebody outside the caller's scope. */
      accountNumber: z.string().nullable(),
      debit: Money.nullable(),
      credit: Money.nullable(),
    }),
  ),
  /** Who is credited with which part of it, of accounts that the caller sees; none of what captation doesn't count. Null without the figures of captation. */
  attribution: z
    .array(
      z.object({
        n: z.number().int(),
        role: z.enum(attributionRoles),
        /** Null of nobody: the client had no manager. */
        name: z.string().nullable(),
        share: AttributionShare,
        amount: Money,
        /** A contribution that followed no payout to a holder; null of what went out. */
        isNew: z.boolean().nullable(),
      }),
    )
    .nullable(),
  /** Null where it can be taken back. */
  bar: z.enum(reversalObstacles).nullable(),
})
export type JournalDetail = z.infer<typeof JournalDetail>

const journalParams = z.object({ clientId: Id, accountId: Id, journalId: Id })

export const getJournal = defineEndpoint({
  method: 'GET',
  path: '/clients/:clientId/accounts/:accountId/journals/:journalId',
  summary: 'The double entry behind a movement',
  module: 'bt_Contabilidad',
  action: 'view',
  params: journalParams,
  output: JournalDetail,
})

/** Booked on the day on which it is approved, with the value date of what it takes back: both stay in the statement. */
export const reverseJournal = defineEndpoint({
  method: 'POST',
  path: '/clients/:clientId/accounts/:accountId/journals/:journalId/reversal',
  changes: ['accounts', 'approvals', 'bankEntries', 'clients', 'contributions', 'ledger', 'openings', 'payments'],
  summary: 'Take a movement back, with a reason',
  module: 'bt_Contabilidad',
  action: 'create',
  idempotent: true,
  params: journalParams,
  body: z.object({ reason: Reason }),
  output: ProposalResult,
})

/** The same from the books, for journals that moved no client's account too. A user who sees only a part of the firm: 403. */
export const reverseAccountingJournal = defineEndpoint({
  method: 'POST',
  path: '/accounting/journals/:journalId/reversal',
  changes: ['accounts', 'approvals', 'bankEntries', 'clients', 'contributions', 'ledger', 'openings', 'payments'],
  summary: 'Take a journal back, with a reason',
  module: 'bt_Contabilidad',
  action: 'create',
  idempotent: true,
  params: z.object({ journalId: Id }),
  body: z.object({ reason: Reason }),
  output: ProposalResult,
})
