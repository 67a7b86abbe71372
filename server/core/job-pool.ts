import { EventEmitter } from 'node:events'
import type { TaskList, WorkerEvents, WorkerPool } from 'graphile-worker'
import type { PoolClient } from 'pg'
import { isDatabaseUnavailable } from './errors.ts'
import type { DatabaseAccess } from './tenancy.ts'

export type GraphileWorker = typeof import('graphile-worker')

/** Jobs that one process does at once: enough that long ones keep no e-mail waiting. */
const maxConcurrentJobs = 10
/** New jobs are notified of; asked for now and then are those whose pause is over. */
const pollMs = 10_000
const retryPollMs = 50
/** How often jobs are looked for whose process is gone; soon after the start too, as the database notices a moment later that one was killed. */
const releaseEveryMs = 15_000
const releaseFirstMs = 1_000

/** Held by each pool of workers as long as its connection lives: whatever ends the process frees it. */
const workerLockSql = `select pg_advisory_lock(hashtext('job worker'), hashtext($1))`
/** A machine that is gone without a word is noticed within a minute. */
const keepaliveSql = 'set tcp_keepalives_idle = 30; set tcp_keepalives_interval = 10; set tcp_keepalives_count = 3'
/** Jobs and places of pools that hold their lock no longer are given back. */
const releaseDeadWorkersSql = `
  with holders as (
    select locked_by as id from graphile_worker._private_jobs where locked_by is not null
    union select locked_by from graphile_worker._private_job_queues where locked_by is not null),
  gone as (
    select array_agg(id) as ids from (select id from holders where id <> $1 offset 0) h
     where pg_try_advisory_xact_lock(hashtext('job worker'), hashtext(h.id)))
  select graphile_worker.force_unlock_workers(ids) from gone where ids is not null`
/**
 * A job that was taken and not begun: its attempt does not count. Between its taking and this it may have been given back, and taken again by
 * another worker of the same pool, which takes off an attempt of its own: so it is one less, whatever the count. Not where another process has it,
 * nor where a newer job has taken its key.
 */
const uncountAttemptSql = `
  update graphile_worker._private_jobs set attempts = attempts - 1
   where id = $1 and attempts > 0 and key is not null and coalesce(locked_by, $2) = $2`
/** What a newer job has taken the place of, and was cut off, is done by that one. */
const deleteReplacedJobsSql = `
  delete from graphile_worker._private_jobs where key is null and locked_at is null and attempts >= max_attempts`

type JobPoolDeps = {
  access: DatabaseAccess
  tasks: TaskList
  /** Aborted where the process ends. */
  signal: AbortSignal
  onError: (error: unknown, what: string) => void
}

/**
 * The lock goes with the connection that listens: no job is taken before it is held, and whoever loses it takes it again. Resolves once it is
 * held for the first time.
 */
const holdWorkerLock = (
  events: WorkerEvents,
  { signal, onError }: JobPoolDeps,
  release: (id: string) => Promise<void>,
) =>
  new Promise<void>((resolve) => {
    const take = async (client: PoolClient, id: string): Promise<void> => {
      await client.query(keepaliveSql)
      await client.query(workerLockSql, [id])
      await release(id)
      resolve()
    }
    // Once it listens: a connection does one thing after the other.
    events.on('pool:listen:success', ({ client, workerPool: { id } }) =>
      client.once('drain', () => take(client, id).catch((error) => onError(error, 'queue of jobs not held'))),
    )
    // Workers that wait for it end with the process.
    signal.addEventListener('abort', () => resolve())
  })

const buildQuietLogger = ({ Logger }: GraphileWorker, onError: JobPoolDeps['onError']) =>
  new Logger(() => (level, message, meta) => {
    // Failures of jobs are told with their reason by who runs them; that the database is away, by whoever watches it.
    if (level !== 'error' || meta?.failure || isDatabaseUnavailable(meta?.error)) return
    onError(meta?.error ?? new Error(message), 'queue of jobs')
  })

/**
 * The library looks for the next job before it has noted that one is done, and so passes over what waits for the same place: it is asked to look
 * again in a moment.
 */
const pollAfterJobs = (events: WorkerEvents, signal: AbortSignal): void => {
  let isRequested = false
  let ended = false
  events.on('pool:gracefulShutdown', () => {
    ended = true
  })
  events.on('job:complete', ({ worker: { workerPool } }) => {
    if (isRequested) return
    isRequested = true
    setTimeout(() => {
      isRequested = false
      if (!ended && !signal.aborted) workerPool.nudge(1)
    }, retryPollMs)
  })
}

/** The workers of this process. They end by themselves where the database goes away while they note what became of a job. */
export const openJobPool = (library: GraphileWorker, parts: JobPoolDeps) => {
  const { access, tasks, onError } = parts
  const release = async (own: string): Promise<void> => {
    const { rowCount } = await access.pool.query(releaseDeadWorkersSql, [own])
    if (rowCount && !parts.signal.aborted) pool.nudge(maxConcurrentJobs)
    await access.pool.query(deleteReplacedJobsSql)
  }
  const events: WorkerEvents = new EventEmitter()
  pollAfterJobs(events, parts.signal)
  const held = holdWorkerLock(events, parts, release)
  const pool: WorkerPool = library.runTaskList(
    {
      pgPool: access.pool,
      schema: 'graphile_worker',
      concurrency: maxConcurrentJobs,
      pollInterval: pollMs,
      noHandleSignals: true,
      logger: buildQuietLogger(library, onError),
      events,
      preset: {
        // In batches a failure to note what became of a job ends the pool; else it would end the process.
        worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 },
        plugins: [{ name: 'HoldLockPlugin', version: '1', worker: { hooks: { startWorker: () => held } } }],
      },
    },
    tasks,
    access.pool,
  )
  const releaseNow = (): void => {
    release(pool.id).catch((error) => onError(error, 'jobs of ended processes not given back'))
  }
  /** Lets others have what this pool has taken. */
  const giveBack = async (): Promise<void> => {
    await access.pool.query('select graphile_worker.force_unlock_workers($1)', [[pool.id]])
  }
  const timers = [setTimeout(releaseNow, releaseFirstMs), setInterval(releaseNow, releaseEveryMs)]
  return {
    /** Settles when its workers have ended, whatever ended them. */
    ended: pool.promise
      .catch((error: unknown) => onError(error, 'queue of jobs'))
      .finally(() => timers.forEach(clearTimeout)),
    /** Takes no more jobs, and waits for those that run. */
    close: async (): Promise<void> => {
      await pool.gracefulShutdown()
    },
    giveBack,
    /** Lets others have a job that was taken as the process ended, as if it had not been. */
    returnUnstarted: async (jobId: string): Promise<void> => {
      await access.pool.query(uncountAttemptSql, [jobId, pool.id])
      await giveBack()
    },
  }
}

export type JobPool = ReturnType<typeof openJobPool>
