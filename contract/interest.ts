import { z } from 'zod'
import { endpoint } from './core/endpoint.ts'
import { list } from './core/list.ts'
import { BusinessDate, Id, Instant, Money } from './core/values.ts'

export const runKinds = ['interest', 'maturity'] as const

/** Why an account could not be settled; `internal` = a fault of ours, which the log explains. */
export const runFailures = [
  'withholding.noRule',
  'withholding.noHolder',
  'account.overdrawn',
  'ledger.monthClosed',
  'idempotency.differentBody',
  'maturity.noProduct',
  'maturity.noRate',
  'maturity.amount',
  'internal',
] as const
export type RunFailure = (typeof runFailures)[number]

export const PostingRun = z.object({
  id: Id,
  kind: z.enum(runKinds),
  businessDate: BusinessDate,
  startedAt: Instant,
  /** null: it is under way, or was broken off; the next start goes on with it. */
  finishedAt: Instant.nullable(),
  accounts: z.number().int(),
  journals: z.number().int(),
  interest: Money,
  bonus: Money,
  withheld: Money,
  failures: z.number().int(),
})
export type PostingRun = z.infer<typeof PostingRun>

export const listPostingRuns = list({
  path: '/accounting/runs',
  summary: 'Runs over all accounts: what each has posted, and what it could not',
  module: 'bt_Contabilidad',
  row: PostingRun,
  exported: [
    'businessDate',
    'kind',
    'startedAt',
    'finishedAt',
    'accounts',
    'journals',
    'interest',
    'bonus',
    'withheld',
    'failures',
  ],
  filters: {
    kind: z.enum(runKinds).optional(),
    from: BusinessDate.optional(),
    to: BusinessDate.optional(),
    failed: z.stringbool().optional(),
  },
  sortable: ['businessDate', 'accounts', 'failures'],
  defaultSort: { sort: 'businessDate', direction: 'desc' },
})

export const getPostingRun = endpoint({
  method: 'GET',
  path: '/accounting/runs/:runId',
  summary: 'One run with the accounts that it could not settle, and why',
  module: 'bt_Contabilidad',
  action: 'view',
  params: z.object({ runId: Id }),
  output: PostingRun.extend({
    /** The first 500. */
    failed: z.array(
      z.object({ accountId: Id, accountNumber: z.string(), clientId: Id, code: z.string(), at: Instant }),
    ),
  }),
})
