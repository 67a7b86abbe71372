import type { CompiledQuery, Kysely } from 'kysely'
import pg from 'pg'
import type { DB } from '#db/types.ts'
import { toColumnName } from './column-names.ts'
import { buildConnectionQueryBuilder, type DatabaseAccess } from './tenancy.ts'

/** Rows that travel at a time. */
const cursorBatchSize = 2000
/** A long read may sort for so long before its first row. */
const statementTimeoutMs = 280_000
/** What such a connection is called in pg_stat_activity. */
export const snapshotApplicationName = 'atalaya snapshot'

export type Snapshot = {
  /** Queries on the one connection, all of them on the state of the moment it was opened. */
  db: Kysely<DB>
  /** Rows of a query, some thousand at a time, each as its values in the order of `keys`. The next batch is on its way while one is used. */
  batches: (query: CompiledQuery, keys: readonly string[]) => AsyncGenerator<unknown[][]>
  /** Stops what is running and gives the connection back at once. Can be called at any moment, and twice. */
  end: () => Promise<void>
}

/** The pool would lend one of its connections for as long as somebody's download lasts: this opens one of its own. */
const connectSnapshotClient = async ({ pool }: DatabaseAccess) => {
  const client = new pg.Client({
    ...pool.options,
    statement_timeout: statementTimeoutMs,
    query_timeout: statementTimeoutMs + 5_000,
  })
  // A connection that breaks fails the query that runs, or the next one.
  client.on('error', () => undefined)
  await client.connect()
  await client.query('begin isolation level repeatable read, read only')
  // A reader who never comes back doesn't hold old rows for ever; the whole is read, so the fastest whole is asked for.
  await client.query(
    `set local idle_in_transaction_session_timeout = '5min'; set local cursor_tuple_fraction = 1; set local application_name = '${snapshotApplicationName}'`,
  )
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return { client, pid: rows[0]!.pid }
}

/** Opens a frozen, read-only view of the tenant's data for a long read. Whoever opens it must `end` it. */
export const openSnapshot = async (tenant: DatabaseAccess): Promise<Snapshot> => {
  const { client, pid } = await connectSnapshotClient(tenant)
  let running = 0
  let ended = false
  const countRunning = async <T>(sent: Promise<T>): Promise<T> => {
    running++
    try {
      return await sent
    } finally {
      running--
    }
  }
  const query = (text: string, values: unknown[]) => countRunning(client.query(text, values))
  const fetch = () =>
    countRunning(client.query<unknown[]>({ text: `fetch ${cursorBatchSize} from export_rows`, rowMode: 'array' }))

  async function* batches({ sql, parameters }: CompiledQuery, keys: readonly string[]) {
    // What isn't among the keys isn't computed; the order of the query inside is the order outside.
    const text = `declare export_rows no scroll cursor for select ${keys.map((key) => `"${toColumnName(key)}"`)} from (${sql}) as row`
    await query(text, [...parameters])
    for (let coming = fetch(); ; ) {
      const { rows } = await coming
      if (rows.length === 0) return
      coming = fetch()
      // Awaited in the next turn; if there is none, its failure concerns nobody.
      coming.catch(() => undefined)
      yield rows
    }
  }

  const end = async (): Promise<void> => {
    if (ended) return
    ended = true
    const canceled = running > 0 ? tenant.pool.query('select pg_cancel_backend($1)', [pid]) : undefined
    await Promise.allSettled([canceled, client.end()])
  }
  return { db: buildConnectionQueryBuilder(query), batches, end }
}
