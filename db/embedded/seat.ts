import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import type { Cluster, Purpose } from './cluster.ts'
import { ownerName } from './cluster.ts'
import { endOrphans, findRunning, type Running, startPostmaster, stopPostmaster } from './postmaster.ts'
import { codeOf, DatabaseProblem } from './problem.ts'

/**
 * A process's place at the cluster: a connection that holds advisory locks as long as the process uses the database. All users share the
 * first lock, so that the last one can tell that it is; a server alone holds the second. A killed process loses its locks with its
 * connection: there is no file that could be stale.
 */
export type Seat = { client: Client; running: Running }

const users = '1096108097, 1'
const server = '1096108097, 2'
const databaseName = 'atalaya'

export const ownerUrlOf = (cluster: Cluster, port: number, database = databaseName): string =>
  `postgres://${ownerName}:${cluster.secrets.ownerPassword}@127.0.0.1:${port}/${database}`

/** What a second server is told: process, start in seconds since 1970, address. PostgreSQL keeps 63 bytes of it. */
const label = (purpose: Purpose, address: string) =>
  `atalaya ${purpose} ${process.pid} ${Math.round(Date.now() / 1000 - process.uptime())} ${address}`

export const announce = (client: Client, purpose: Purpose, address: string): Promise<unknown> =>
  client.query(`select set_config('application_name', $1, false)`, [label(purpose, address)])

const connect = async (cluster: Cluster, port: number, purpose: Purpose): Promise<Client> => {
  const client = new Client({
    connectionString: ownerUrlOf(cluster, port, 'postgres'),
    application_name: label(purpose, 'starting'),
    connectionTimeoutMillis: 5000,
    keepAlive: true,
  })
  client.on('error', () => {})
  await client.connect()
  return client
}

const isTrue = async (client: Client, expression: string): Promise<boolean> => {
  const { rows } = await client.query<{ yes: boolean }>(`select ${expression} as yes`)
  return rows[0]?.yes === true
}

const holder = async (client: Client): Promise<string> => {
  const { rows } = await client.query<{ application_name: string }>(
    `select a.application_name from pg_locks l join pg_stat_activity a using (pid)
      where l.locktype = 'advisory' and l.classid = 1096108097 and l.objid = 2 and l.granted`,
  )
  const [, , pid, since, address] = rows[0]?.application_name.split(' ') ?? []
  if (!pid) return 'another server'
  const where = address?.startsWith('http') ? `at ${address}` : 'which is still starting'
  return `another server: process ${pid}, ${where}, since ${new Date(Number(since) * 1000).toLocaleString('sv-SE')}`
}

const makeDatabase = async (client: Client): Promise<void> => {
  if (await isTrue(client, `exists (select from pg_database where datname = '${databaseName}')`)) return
  try {
    await client.query(`create database ${databaseName}`)
  } catch (error) {
    // Another process made it in this moment.
    if (!['42P04', '23505'].includes(codeOf(error))) throw error
  }
}

/** Undefined where the last user is stopping the server in this moment: then look again. */
const sitDown = async (cluster: Cluster, running: Running, purpose: Purpose): Promise<Seat | undefined> => {
  const seat = { client: await connect(cluster, running.port, purpose), running }
  try {
    if (!(await isTrue(seat.client, `pg_try_advisory_lock_shared(${users})`))) {
      await seat.client.end()
      return undefined
    }
    if (purpose === 'server' && !(await isTrue(seat.client, `pg_try_advisory_lock(${server})`)))
      throw new DatabaseProblem(
        `The data in ${cluster.place} is held by ${await holder(seat.client)}.\n` +
          'Stop that one first, or choose another folder and port: ATALAYA_HOME=/some/folder PORT=3001 npm start',
      )
    await makeDatabase(seat.client)
    return seat
  } catch (error) {
    await leaveSeat(seat).catch(() => {})
    throw error
  }
}

/** Errors that say "not now": it starts, recovers or stops. */
const isPassing = (error: unknown): boolean =>
  ['57P01', '57P02', '57P03', '53300', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE'].includes(codeOf(error)) ||
  (error instanceof Error && /terminated unexpectedly|timeout|Connection terminated/i.test(error.message))

/** How long a server may give no answer before it is ended, and its successor may fail to start before we give up. */
const patience = 30_000

/** Starts a server, waiting for an earlier one to be gone; ends the children that it left behind and that don't end by themselves. */
const start = async (cluster: Cluster, signal: AbortSignal | undefined): Promise<Running> => {
  const since = Date.now()
  for (;;) {
    signal?.throwIfAborted()
    const running = findRunning(cluster) ?? (await startPostmaster(cluster, signal))
    if (running) return running
    const waited = Date.now() - since
    if (waited > 1500) await endOrphans(cluster)
    if (waited > patience)
      throw new DatabaseProblem(
        `The database in ${cluster.place} can't start: an earlier one is not gone. See ${cluster.log}`,
      )
    await sleep(100)
  }
}

const refused = (cluster: Cluster, error: unknown): unknown =>
  codeOf(error) === '28P01'
    ? new DatabaseProblem(`The password in ${cluster.place}/secrets.json isn't the one of the data beside it.`)
    : error

/**
 * Finds the running server or starts one, and takes a place at it. Whatever was left by a killed one passes: an orphaned server is used,
 * one that starts, recovers or stops is waited for, one that doesn't answer is ended. Where it fails, a server that it started is gone.
 */
export const takeSeat = async (cluster: Cluster, purpose: Purpose, signal?: AbortSignal): Promise<Seat> => {
  let since = Date.now()
  let own: Running | undefined
  for (;;) {
    const found = findRunning(cluster)
    const running = found ?? (await start(cluster, signal))
    if (!found) own = running
    let seat: Seat | undefined
    try {
      seat = running.ready ? await sitDown(cluster, running, purpose) : undefined
    } catch (error) {
      const isOver = signal?.aborted || !isPassing(error)
      // Nobody else can have come in where even we were refused.
      if (isOver && own && !(error instanceof DatabaseProblem)) await stopPostmaster(own.pid)
      if (isOver) throw refused(cluster, error)
    }
    if (seat && signal?.aborted) await leaveSeat(seat)
    signal?.throwIfAborted()
    if (seat) return seat
    if (Date.now() - since > patience) {
      if (running.ready) await stopPostmaster(running.pid)
      since = Date.now()
    }
    await sleep(25)
  }
}

/** Gives the place up. The last user stops the server, and holds off newcomers until it is gone. */
const leaveSeat = async ({ client, running }: Seat): Promise<void> => {
  try {
    await client.query(`select pg_advisory_unlock_all()`)
    if (!(await isTrue(client, `pg_try_advisory_lock(${users})`))) return
    await stopPostmaster(running.pid)
  } finally {
    await client.end().catch(() => {})
  }
}

/** Leaves for good. Where the place was lost, because PostgreSQL broke down, the one that runs by now is asked; a mute one is ended. */
export const leaveCluster = async (cluster: Cluster, seat: Seat | undefined): Promise<void> => {
  const deadline = Date.now() + 1500
  for (let own = seat; ; own = undefined) {
    const running = findRunning(cluster)
    if (!running) return
    if (Date.now() > deadline) return stopPostmaster(running.pid)
    try {
      if (own) return await leaveSeat(own)
      if (running.ready) return await leaveSeat({ client: await connect(cluster, running.port, 'command'), running })
    } catch {
      // It ends or recovers in this moment: look again.
    }
    await sleep(25)
  }
}
