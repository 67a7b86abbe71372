import type { Pool } from 'pg'
import type { Prefix } from '#contract/core/values.ts'
import { allJobs } from './all-jobs.ts'
import { allDayReasons, allNightlyRuns, allTasks } from './app.ts'
import { startJobs } from './core/job-runner.ts'
import type { JobDeps } from './core/jobs.ts'
import type { MailDeps } from './core/mail/send-mail.ts'
import type { TenantDatabases } from './core/tenancy.ts'
import { notifyResponsibleUsers } from './domain/notify-responsible-users.ts'
import { type ChainName, chainNames } from './features/audit/audit-chains.ts'
import { storeDailyHead, storeLastHead } from './features/audit/chain-heads.ts'
import { hasUnsealedRowsSql, sealChain } from './features/audit/seal-chain.ts'
import { createLedgerFolder } from './features/ledger/fold-ledger.ts'

/** How often it is looked whether totals wait to be added up, and audit to be sealed. */
const pollIntervalMs = 1000

/** Movements of a round above which list rows are given little of the next one's time. */
const busyFoldCount = 300
const hasPendingTotalsSql = `
  exists (select from total_delta) or exists (select from team_client_due) or exists (select from team_delta) or exists (select from stock_delta)
    or exists (select from client_list_due) or exists (select from client_list_sum where not folded) or exists (select from maturity_due)
    or exists (select from total_day_client where not folded) or exists (select from total_waiting where not folded)
    or exists (select from team_fact_delta)`
const pendingWorkSql = {
  prefix: `select ${hasPendingTotalsSql} as folds, ${hasUnsealedRowsSql} as seals`,
  registry: `select false as folds, ${hasUnsealedRowsSql} as seals`,
}

type PendingWork = { folds: boolean; seals: boolean }
type Stoppable = { stop: () => Promise<void> }
type ErrorHandler = (error: unknown) => void

/** Does the work again and again, with a pause between; stopping waits for what is under way. */
const runRepeatedly = (work: (signal: AbortSignal) => Promise<void>, onError: ErrorHandler): Stoppable => {
  const stopping = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let round = Promise.resolve()
  const tick = (): void => {
    round = work(stopping.signal)
      .catch(onError)
      .finally(() => {
        if (!stopping.signal.aborted) timer = setTimeout(tick, pollIntervalMs)
      })
  }
  timer = setTimeout(tick, pollIntervalMs)
  return {
    stop: async () => {
      stopping.abort()
      clearTimeout(timer)
      await round
    },
  }
}

/** Work that is begun when it is wanted and isn't under way; nobody waits for it but who stops. */
const buildSingleRunner = (work: (signal: AbortSignal) => Promise<void>, onError: ErrorHandler) => {
  const stopping = new AbortController()
  let running: Promise<void> | undefined
  return {
    want: (): void => {
      running ??= work(stopping.signal)
        .catch(onError)
        .finally(() => {
          running = undefined
        })
    },
    stop: async (): Promise<void> => {
      stopping.abort()
      await running
    },
  }
}

/** The key of the audit's chains comes from the secret; their heads are kept in a folder of `home`. */
export type SealDeps = Pick<JobDeps, 'secret' | 'home' | 'clock'>
type WorkerDeps = SealDeps & Pick<JobDeps, 'publicUrl' | 'google' | 'replyMailbox'>

const getChainPool = (tenants: TenantDatabases, chain: ChainName) =>
  (chain === 'registry' ? tenants.signIn() : tenants.of(chain)).pool

/** Folds the waiting totals of a prefix; list rows get little of the time while many post. */
const buildTotalsFolder = (pool: Pool) => {
  let isBusy = false
  return async (): Promise<void> => {
    const patience = isBusy ? '40 milliseconds' : '900 milliseconds'
    const { rows } = await pool.query<{ taken: number }>('select fold_totals(p_patience => $1) as taken', [patience])
    // Who posts goes before who looks at a list: rows catch up as soon as fewer do.
    isBusy = (rows[0]?.taken ?? 0) > busyFoldCount
  }
}

/** Seals what waits of a chain; how far it has come is noted in the home. */
const buildChainSealer =
  (pool: Pool, chain: ChainName, { secret, home, clock }: SealDeps) =>
  async (signal: AbortSignal) => {
    const sealed = await sealChain(pool, chain, secret, signal)
    if (sealed === 0) return
    await storeLastHead(pool, chain, { home, now: clock() })
    await storeDailyHead(pool, chain, { home, now: clock(), daily: true })
  }

/** Asks once a second, in one statement, what waits in a chain's schema, and has it done: neither keeps the other waiting. */
const startChainPolling = (
  tenants: TenantDatabases,
  chain: ChainName,
  deps: SealDeps,
  onError: ErrorReporter,
): Stoppable => {
  const pool = getChainPool(tenants, chain)
  const folding = buildSingleRunner(buildTotalsFolder(pool), (error) => onError(error, `totals of ${chain} not folded`))
  const sealing = buildSingleRunner(buildChainSealer(pool, chain, deps), (error) =>
    onError(error, `audit of ${chain} not sealed`),
  )
  // The head of a day is kept also where nothing is left to seal.
  sealing.want()
  const looking = runRepeatedly(
    async () => {
      const { rows } = await pool.query<PendingWork>(
        chain === 'registry' ? pendingWorkSql.registry : pendingWorkSql.prefix,
      )
      if (rows[0]?.folds) folding.want()
      if (rows[0]?.seals) sealing.want()
    },
    (error) => onError(error, `what waits in ${chain} not found`),
  )
  return {
    stop: async () => {
      await looking.stop()
      await Promise.all([folding.stop(), sealing.stop()])
    },
  }
}

type ErrorReporter = (error: unknown, what: string) => void

const buildDeadJobNotifier = (tenants: TenantDatabases) => (prefix: Prefix) =>
  tenants
    .of(prefix)
    .db.transaction()
    .execute((tx) => notifyResponsibleUsers(tx, { kind: 'jobs.dead', params: {}, link: '/crm/Procesos' }))

/**
 * The work between requests: the jobs of the queue, and once a second what folds waiting totals and the sums of the books, and seals the audit; independently
 * of each other. Safe to run in every process: the queue gives a job to one of them, and the database lets one fold and one seal at a time. Stopping
 * breaks off what can be begun anew, and waits for the rest.
 */
export const startWorker = (
  tenants: TenantDatabases,
  mail: MailDeps,
  deps: WorkerDeps,
  onError: ErrorReporter,
): Stoppable => {
  const works = [
    startJobs(
      allJobs,
      {
        ...deps,
        tenants,
        mail,
        tasks: allTasks,
        dayReasons: allDayReasons,
        nightlyRuns: allNightlyRuns,
        notifyDeadJob: buildDeadJobNotifier(tenants),
      },
      onError,
    ),
    ...chainNames.map((chain) => startChainPolling(tenants, chain, deps, onError)),
    runRepeatedly(createLedgerFolder(tenants, deps.clock), (error) => onError(error, 'sums of the books not folded')),
  ]
  const keepHeads = async (): Promise<void> => {
    for (const chain of chainNames)
      await storeDailyHead(getChainPool(tenants, chain), chain, { home: deps.home, now: deps.clock(), daily: false })
  }
  return {
    stop: async () => {
      await Promise.all(works.map((work) => work.stop()))
      await keepHeads().catch((error) => onError(error, 'heads of the audit not kept'))
    },
  }
}
