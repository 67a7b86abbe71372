import { z } from 'zod'
import { featureJobNames } from './all-jobs.ts'
import { defineEndpoint } from './core/endpoint.ts'
import { defineList } from './core/list.ts'
import { BusinessDate, FilterDay, Id, Instant, Money, OneOrMore } from './core/values.ts'

export const postingRunKinds = ['interest', 'maturity'] as const

/** Why an account could not be settled; `internal` = a fault of ours, which the log explains. */
export const postingRunFailures = [
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
export type PostingRunFailure = (typeof postingRunFailures)[number]

export const PostingRun = z.object({
  id: Id,
  kind: z.enum(postingRunKinds),
  businessDate: BusinessDate,
  startedAt: Instant,
  /** null: it is under way, or was interrupted; the next start continues it. */
  finishedAt: Instant.nullable(),
  accounts: z.number().int(),
  journals: z.number().int(),
  interest: Money,
  bonus: Money,
  withheld: Money,
  failures: z.number().int(),
})
export type PostingRun = z.infer<typeof PostingRun>

export const listPostingRuns = defineList({
  path: '/accounting/runs',
  summary: 'Runs over all accounts: what each has posted, and what it could not',
  module: 'bt_Contabilidad',
  row: PostingRun,
  texts: 'runs',
  columns: {
    businessDate: { kind: 'date' },
    kind: { words: 'kinds', width: 16 },
    startedAt: { kind: 'dateTime' },
    finishedAt: { kind: 'dateTime' },
    accounts: { kind: 'integer' },
    journals: { kind: 'integer' },
    interest: { kind: 'money' },
    bonus: { kind: 'money' },
    withheld: { kind: 'money' },
    failures: { kind: 'integer' },
  },
  filters: {
    kind: OneOrMore(z.enum(postingRunKinds)).optional(),
    from: FilterDay.optional(),
    to: FilterDay.optional(),
    failed: z.stringbool().optional(),
  },
  sortable: ['businessDate', 'accounts', 'failures'],
  defaultSort: { sort: 'businessDate', direction: 'desc' },
})

export const getPostingRun = defineEndpoint({
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

/** Work between requests that a prefix may find dead at Procesos; 'other' = one of another version. */
export const jobNames = [...featureJobNames, 'other'] as const
export type JobName = (typeof jobNames)[number]

/** Work that has failed so often that it isn't tried any more by itself. */
export const DeadJob = z.object({
  id: Id,
  job: z.enum(jobNames),
  /** The record that it is about, or the day that it is of; null: neither. */
  about: z.string().nullable(),
  attempts: z.number().int(),
  /** As the program said it, in one line. */
  error: z.string().nullable(),
  createdAt: Instant,
  failedAt: Instant,
})
export type DeadJob = z.infer<typeof DeadJob>

export const listDeadJobs = defineEndpoint({
  method: 'GET',
  path: '/accounting/jobs',
  about: ['jobs'],
  summary: 'Jobs that have used up their attempts, the newest first',
  module: 'bt_Contabilidad',
  action: 'view',
  /** The first 200. */
  output: z.object({ jobs: z.array(DeadJob) }),
})

export const retryJob = defineEndpoint({
  method: 'POST',
  path: '/accounting/jobs/:jobId/retry',
  changes: ['jobs'],
  summary: 'Begin a dead job anew, at once',
  module: 'bt_Contabilidad',
  action: 'edit',
  params: z.object({ jobId: Id }),
  output: z.object({ job: z.enum(jobNames) }),
})

export const cancelJob = defineEndpoint({
  method: 'POST',
  path: '/accounting/jobs/:jobId/cancel',
  changes: ['jobs'],
  summary: 'Give a dead job up: nothing begins it anew by itself',
  module: 'bt_Contabilidad',
  action: 'edit',
  params: z.object({ jobId: Id }),
  output: z.object({ job: z.enum(jobNames) }),
})
