import { setTimeout as sleep } from 'node:timers/promises'
import type { TaskList } from 'graphile-worker'
import { type Prefix, prefixes } from '#contract/core/values.ts'
import { getBusinessDate } from './clock.ts'
import { buildJobClock, startJobClock } from './job-clock.ts'
import { type GraphileWorker, type JobPool, openJobPool } from './job-pool.ts'
import type { Job, JobDeps } from './jobs.ts'

type ErrorReporter = (error: unknown, what: string) => void
type JobPayload = { scope: Prefix | 'registry'; item: string | null }

/** What runs has so long to break off when the process ends. */
const jobAbortDelayMs = 700
/** After so long a pool that ended by itself is followed by another one. */
const poolRestartDelayMs = 2_000

/** What is kept of a failure, and read by people: no stack, one line. */
const formatErrorLine = (error: unknown): string =>
  (error instanceof Error ? error.message || error.name : String(error)).split('\n', 1)[0]!.slice(0, 300)

/** One attempt, as the role of whose it is. */
const runJobAttempt = async (
  job: Job,
  { scope, item }: JobPayload,
  { deps, ...common }: { deps: JobDeps; attempt: number; signal: AbortSignal; onError: (error: unknown) => void },
): Promise<void> => {
  if (job.of === 'registry' && scope === 'registry') return job.work({ ...common, deps, item })
  const prefix = prefixes.find((one) => one === scope)
  if (job.of !== 'prefix' || !prefix) throw new Error(`${job.name} is no job of ${scope}`)
  const tenant = deps.tenants.of(prefix)
  const today = getBusinessDate(prefix, deps.clock)
  await job.work({ ...common, deps, item, prefix, tenant, db: tenant.db, clock: deps.clock, today })
}

/** The jobs as the library calls them. Those that are broken off by the end of the process have failed in nothing. */
const buildTaskList = (
  all: readonly Job[],
  deps: JobDeps,
  {
    signal,
    onError,
    returnUnstarted,
  }: { signal: AbortSignal; onError: ErrorReporter; returnUnstarted: (jobId: string) => Promise<void> },
) => {
  const running = new Set<Promise<void>>()
  let givenBack: () => void = () => undefined
  const untilGivenBack = new Promise<void>((resolve) => {
    givenBack = resolve
  })
  const notifyDeadJob = async ({ scope }: JobPayload): Promise<void> => {
    const prefix = prefixes.find((one) => one === scope)
    if (prefix)
      await deps.notifyDeadJob(prefix).catch((error) => onError(error, `nobody notified of a dead job of ${scope}`))
  }
  const perform = async (
    job: Job,
    payload: JobPayload,
    { count, last }: { count: number; last: boolean },
  ): Promise<void> => {
    const reportError = (error: unknown) => onError(error, `${job.name} of ${payload.scope}: something was not done`)
    try {
      await runJobAttempt(job, payload, { deps, attempt: count, signal, onError: reportError })
    } catch (error) {
      if (signal.aborted) return
      onError(error, `${job.name} of ${payload.scope} failed, attempt ${count}`)
      if (last) await notifyDeadJob(payload)
      throw new Error(formatErrorLine(error))
    }
  }
  const taskOf =
    (job: Job): TaskList[string] =>
    async (payload, { job: { id, attempts, max_attempts } }) => {
      // A query for the next job may have been on its way when the end began: it began nothing, and no attempt counts.
      if (signal.aborted) {
        await returnUnstarted(id)
        throw new Error('not begun')
      }
      const done = perform(job, payload as JobPayload, { count: attempts, last: attempts >= max_attempts })
      running.add(done)
      await done.finally(() => running.delete(done))
      if (!signal.aborted) return
      // The library may note it as failed, or as done, only once it is somebody else's.
      await untilGivenBack
      throw new Error('broken off')
    }
  return {
    tasks: Object.fromEntries(all.map((job) => [job.name, taskOf(job)])),
    brokenOff: () => Promise.race([Promise.allSettled(running), sleep(jobAbortDelayMs, undefined, { ref: false })]),
    givenBack,
  }
}

const startScheduledJobs = (
  { parseCronItem }: GraphileWorker,
  all: readonly Job[],
  deps: JobDeps,
  onError: ErrorReporter,
) => {
  const timed = all.flatMap((job) =>
    job.cron === undefined ? [] : [{ job, matches: parseCronItem({ task: job.name, match: job.cron }).match }],
  )
  return startJobClock(buildJobClock(timed, deps), (error) => onError(error, 'jobs of the clock not brought'))
}

/** Runs the jobs of all prefixes from the queue until it is stopped. */
export const startJobs = (all: readonly Job[], deps: JobDeps, onError: ErrorReporter) => {
  const access = deps.tenants.jobs()
  const stopping = new AbortController()
  const { signal } = stopping
  const failed = (what: string) => (error: unknown) => onError(error, what)
  let pool: JobPool | undefined
  const returnUnstarted = async (jobId: string): Promise<void> => {
    await pool?.returnUnstarted(jobId).catch(failed('job not given back'))
  }
  const { tasks, brokenOff, givenBack } = buildTaskList(all, deps, { signal, onError, returnUnstarted })
  const live = async (): Promise<void> => {
    const library = await import('graphile-worker')
    if (signal.aborted) return
    const clock = startScheduledJobs(library, all, deps, onError)
    while (!signal.aborted) {
      pool = openJobPool(library, { access, tasks, signal, onError })
      await pool.ended
      if (signal.aborted) break
      await pool.giveBack().catch(failed('jobs not given back'))
      await sleep(poolRestartDelayMs, undefined, { signal }).catch(() => undefined)
    }
    await clock.stop()
  }
  const lived = live().catch(failed('queue of jobs'))
  return {
    /** Takes no more jobs, has those that run break off, and gives back what isn't done. */
    stop: async (): Promise<void> => {
      stopping.abort()
      const closed = pool?.close().catch(failed('queue of jobs'))
      await brokenOff()
      await pool?.giveBack().catch(failed('jobs not given back'))
      givenBack()
      await Promise.race([Promise.all([closed, lived]), sleep(jobAbortDelayMs, undefined, { ref: false })])
    },
  }
}
