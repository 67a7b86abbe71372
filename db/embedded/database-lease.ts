import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import type { Cluster, ProcessPurpose } from './cluster.ts'
import { ownerName } from './cluster.ts'
import {
  findRunningPostmaster,
  killOrphanProcesses,
  type RunningPostmaster,
  startPostmaster,
  stopPostmaster,
} from './postmaster.ts'
import { DatabaseProblem, getErrorCode } from './problem.ts'

/**
 * A process's place at the cluster: a connection that holds advisory locks as long as the process uses the database. All users share the
 * first lock, so that the last one can tell that it is; a server alone holds the second. A killed process loses its locks with its
 * connection: there is no file that could be stale.
 * See docs/decisions/0016-database-leases.md
 */
export type DatabaseLease = { client: Client; running: RunningPostmaster }

const usersLockKey = '1096108097, 1'
const serverLockKey = '1096108097, 2'
const databaseName = 'atalaya'

export const buildOwnerUrl = (cluster: Cluster, port: number, database = databaseName): string =>
  `postgres://${ownerName}:${cluster.secrets.ownerPassword}@127.0.0.1:${port}/${database}`

/** What a second server is told: process, start in seconds since 1970, address. PostgreSQL keeps 63 bytes of it. */
const formatApplicationName = (purpose: ProcessPurpose, address: string) =>
  `atalaya ${purpose} ${process.pid} ${Math.round(Date.now() / 1000 - process.uptime())} ${address}`

export const announceAddress = (client: Client, purpose: ProcessPurpose, address: string): Promise<unknown> =>
  client.query(`select set_config('application_name', $1, false)`, [formatApplicationName(purpose, address)])

const connectToCluster = async (cluster: Cluster, port: number, purpose: ProcessPurpose): Promise<Client> => {
  const client = new Client({
    connectionString: buildOwnerUrl(cluster, port, 'postgres'),
    application_name: formatApplicationName(purpose, 'starting'),
    connectionTimeoutMillis: 5000,
    keepAlive: true,
  })
  client.on('error', () => {})
  await client.connect()
  return client
}

const evaluateCondition = async (client: Client, expression: string): Promise<boolean> => {
  const { rows } = await client.query<{ yes: boolean }>(`select ${expression} as yes`)
  return rows[0]?.yes === true
}

const describeLeaseHolder = async (client: Client): Promise<string> => {
  const { rows } = await client.query<{ application_name: string }>(
    `select a.application_name from pg_locks l join pg_stat_activity a using (pid)
      where l.locktype = 'advisory' and l.classid = 1096108097 and l.objid = 2 and l.granted`,
  )
  const [, , pid, since, address] = rows[0]?.application_name.split(' ') ?? []
  if (!pid) return 'another server'
  const where = address?.startsWith('http') ? `at ${address}` : 'which is still starting'
  return `another server: process ${pid}, ${where}, since ${new Date(Number(since) * 1000).toLocaleString('sv-SE')}`
}

const createDatabaseIfMissing = async (client: Client): Promise<void> => {
  if (await evaluateCondition(client, `exists (select from pg_database where datname = '${databaseName}')`)) return
  try {
    await client.query(`create database ${databaseName}`)
  } catch (error) {
    // Another process made it in this moment.
    if (!['42P04', '23505'].includes(getErrorCode(error))) throw error
  }
}

/** Undefined where the last user is stopping the server in this moment: then look again. */
const tryAcquireLease = async (
  cluster: Cluster,
  running: RunningPostmaster,
  purpose: ProcessPurpose,
): Promise<DatabaseLease | undefined> => {
  const lease = { client: await connectToCluster(cluster, running.port, purpose), running }
  try {
    if (!(await evaluateCondition(lease.client, `pg_try_advisory_lock_shared(${usersLockKey})`))) {
      await lease.client.end()
      return undefined
    }
    if (purpose === 'server' && !(await evaluateCondition(lease.client, `pg_try_advisory_lock(${serverLockKey})`)))
      throw new DatabaseProblem(
        `The data in ${cluster.place} is held by ${await describeLeaseHolder(lease.client)}.\n` +
          'Stop that one first, or choose another folder and port: ATALAYA_HOME=/some/folder PORT=3001 npm start',
      )
    await createDatabaseIfMissing(lease.client)
    return lease
  } catch (error) {
    await releaseLease(lease).catch(() => {})
    throw error
  }
}

/** Errors that say "not now": it starts, recovers or stops. */
const isTransientError = (error: unknown): boolean =>
  ['57P01', '57P02', '57P03', '53300', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE'].includes(getErrorCode(error)) ||
  (error instanceof Error && /terminated unexpectedly|timeout|Connection terminated/i.test(error.message))

/** How long a server may give no answer before it is ended, and its successor may fail to start before we give up. */
const patienceMs = 30_000

/** Starts a server, waiting for an earlier one to be gone; ends the children that it left behind and that don't end by themselves. */
const startOwnPostmaster = async (cluster: Cluster, signal: AbortSignal | undefined): Promise<RunningPostmaster> => {
  const since = Date.now()
  for (;;) {
    signal?.throwIfAborted()
    const running = findRunningPostmaster(cluster) ?? (await startPostmaster(cluster, signal))
    if (running) return running
    const waited = Date.now() - since
    if (waited > 1500) await killOrphanProcesses(cluster)
    if (waited > patienceMs)
      throw new DatabaseProblem(
        `The database in ${cluster.place} can't start: an earlier one is not gone. See ${cluster.log}`,
      )
    await sleep(100)
  }
}

const toConnectionProblem = (cluster: Cluster, error: unknown): unknown =>
  getErrorCode(error) === '28P01'
    ? new DatabaseProblem(`The password in ${cluster.place}/secrets.json isn't the one of the data beside it.`)
    : error

/**
 * Finds the running server or starts one, and takes a place at it. Whatever was left by a killed one passes: an orphaned server is used,
 * one that starts, recovers or stops is waited for, one that doesn't answer is ended. Where it fails, a server that it started is gone.
 */
export const acquireLease = async (
  cluster: Cluster,
  purpose: ProcessPurpose,
  signal?: AbortSignal,
): Promise<DatabaseLease> => {
  let since = Date.now()
  let own: RunningPostmaster | undefined
  for (;;) {
    const found = findRunningPostmaster(cluster)
    const running = found ?? (await startOwnPostmaster(cluster, signal))
    if (!found) own = running
    let lease: DatabaseLease | undefined
    try {
      lease = running.ready ? await tryAcquireLease(cluster, running, purpose) : undefined
    } catch (error) {
      const isOver = signal?.aborted || !isTransientError(error)
      // Nobody else can have come in where even we were refused.
      if (isOver && own && !(error instanceof DatabaseProblem)) await stopPostmaster(own.pid)
      if (isOver) throw toConnectionProblem(cluster, error)
    }
    if (lease && signal?.aborted) await releaseLease(lease)
    signal?.throwIfAborted()
    if (lease) return lease
    if (Date.now() - since > patienceMs) {
      if (running.ready) await stopPostmaster(running.pid)
      since = Date.now()
    }
    await sleep(25)
  }
}

/** Gives the place up. The last user stops the server, and holds off newcomers until it is gone. */
const releaseLease = async ({ client, running }: DatabaseLease): Promise<void> => {
  try {
    await client.query(`select pg_advisory_unlock_all()`)
    if (!(await evaluateCondition(client, `pg_try_advisory_lock(${usersLockKey})`))) return
    await stopPostmaster(running.pid)
  } finally {
    await client.end().catch(() => {})
  }
}

/** Leaves for good. Where the place was lost, because PostgreSQL broke down, the one that runs by now is asked; a mute one is ended. */
export const leaveCluster = async (cluster: Cluster, lease: DatabaseLease | undefined): Promise<void> => {
  const deadline = Date.now() + 1500
  for (let own = lease; ; own = undefined) {
    const running = findRunningPostmaster(cluster)
    if (!running) return
    if (Date.now() > deadline) return stopPostmaster(running.pid)
    try {
      if (own) return await releaseLease(own)
      if (running.ready)
        return await releaseLease({ client: await connectToCluster(cluster, running.port, 'command'), running })
    } catch {
      // It ends or recovers in this moment: look again.
    }
    await sleep(25)
  }
}
