import { type Kysely, sql } from 'kysely'
import type { featureJobNames } from '#contract/all-jobs.ts'
import type { Prefix } from '#contract/core/values.ts'
import type { DB } from '#db/types.ts'
import type { ApprovalTask } from './approval-task.ts'
import type { Clock } from './clock.ts'
import type { GoogleCalendarConfig, MailboxConfig } from './config.ts'
import type { DayReasonSource } from './day-reason.ts'
import type { PreparedStatements } from './in-transaction.ts'
import type { MailDeps } from './mail/send-mail.ts'
import type { NightlyRun } from './nightly-run.ts'
import type { DatabaseAccess, TenantDatabases } from './tenancy.ts'

/** What a process has for its jobs. The key of what the home keeps comes from the secret. */
export type JobDeps = {
  tenants: TenantDatabases
  clock: Clock
  tasks: readonly ApprovalTask[]
  mail: MailDeps
  secret: string
  home: string
  /** Where the product is reached: links of e-mails begin with it. */
  publicUrl: string
  /** Undefined where staff can't connect their Google calendars. */
  google: GoogleCalendarConfig | undefined
  /** Undefined where answers to invitations go to who invites. */
  replyMailbox: MailboxConfig | undefined
  /** Why something stands in the list of somebody's day, of all features. */
  dayReasons: readonly DayReasonSource[]
  /** What follows the interest of a day, of all features. */
  nightlyRuns: readonly NightlyRun[]
  /** Tells people of the prefix that a job is dead. */
  notifyDeadJob: (prefix: Prefix) => Promise<void>
}

/** One attempt at a job. `attempt` counts from 1, those that were cut off included. */
type JobAttempt = {
  deps: JobDeps
  /** Which thing it is about; of a job that the clock brings: the day. */
  item: string | null
  attempt: number
  /** Aborted where the process is told to end: what is broken off then is begun anew elsewhere. */
  signal: AbortSignal
  /** Of something that fails and keeps nothing else from being done. */
  onError: (error: unknown) => void
}

/** A job's work in a prefix, as its own role. `today` is the business date by the clock of the process, whatever day the job is from. */
export type JobRun = JobAttempt & {
  prefix: Prefix
  tenant: DatabaseAccess
  db: Kysely<DB>
  clock: Clock
  today: string
}

export const oneTransaction = 'marks and notifies in one transaction: what is marked is not found again'
export const fileByFile = 'a transaction for each file: what is left is found again'
export const enqueuesOnly = 'looks for what waits and enqueues it under a key of its own: again is the same'

type NamedJob = {
  /** 'approvals.expire': what the queue knows it by, and its words. */
  name: string
  /** How many of it run at once in one prefix, over all processes: one unless it says more. */
  maxParallelRuns?: number
  /** After so many failures in a row it is dead: listed, until somebody retries or cancels it. */
  maxAttempts?: number
  /** Why nothing is left half done where its process is killed. Of a job that doesn't say it, a test kills it amid its work. */
  ifKilled?: string
  /** Minutes at which the clock brings it, as in a crontab, in the time of the prefix; also at each start, and when the clock has jumped. */
  cron?: string
}

/**
 * Work that is done outside of the call that makes it. Safe to run twice, at once and again: processes die, clocks move, and people retry. What it
 * throws counts as a failure, after which it is tried again, later each time.
 */
export type Job = NamedJob &
  (
    | { of: 'prefix'; work: (run: JobRun) => Promise<void> }
    | { of: 'registry'; work: (run: JobAttempt) => Promise<void> }
  )

/** A job that a feature brings: named in the `jobs.ts` of its contract, with its words beside those of the feature. */
export type FeatureJob = Extract<Job, { of: 'prefix' }> & { name: (typeof featureJobNames)[number] }

/** Attempts over some two weeks, the last ones six hours apart. */
const defaultMaxAttempts = 60

type EnqueueOptions = {
  item?: string | null
  /** Nothing is added where one of that key is there already, dead ones included. */
  ifNone?: boolean
}

const toQueuedJob = (job: NamedJob, { item = null, ifNone = false }: EnqueueOptions) => ({
  task: job.name,
  item,
  ifNone,
  places: job.maxParallelRuns ?? 1,
  maxAttempts: job.maxAttempts ?? defaultMaxAttempts,
})

/**
 * Has the job done once the transaction is committed, and only then. Never in one that posts to the ledger: the queue's notification makes commits wait for each other.
 * See docs/decisions/0105-job-queue.md
 */
export const enqueueJob = async (tx: Kysely<DB>, job: NamedJob, item?: string): Promise<void> => {
  await sql`select registry.enqueue_jobs(${JSON.stringify([toQueuedJob(job, { item: item ?? null })])}::jsonb)`.execute(
    tx,
  )
}

/** Several at once, as the role of `access`. */
export const enqueueJobs = async (
  access: PreparedStatements,
  requests: readonly { job: NamedJob; options: EnqueueOptions }[],
): Promise<void> => {
  if (requests.length === 0) return
  const jobs = JSON.stringify(requests.map(({ job, options }) => toQueuedJob(job, options)))
  await access.queryPrepared('enqueue jobs', 'select registry.enqueue_jobs($1::jsonb)', [jobs])
}

/** Has the job done for each of them that no job in the queue is about. */
export const enqueueMissingJobs = (
  access: PreparedStatements,
  job: NamedJob,
  items: readonly string[],
): Promise<void> =>
  enqueueJobs(
    access,
    items.map((item) => ({ job, options: { item, ifNone: true } })),
  )

/** What fails is told to people from the second time on: what fails once is often the database on its way up. */
export const isRepeatedFailure = (attempt: number): boolean => attempt > 1
