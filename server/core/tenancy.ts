import { Kysely, type PostgresPool, type PostgresPoolClient } from 'kysely'
import pg, { type Pool, type QueryResult, type QueryResultRow } from 'pg'
import type { Prefix } from '#contract/core/values.ts'
import { buildRoleUrl, type LoginRole } from '#db/migrate/roles.ts'
import type { DB } from '#db/types.ts'
import { camelCaseRowsPlugin, SnakeCaseDialect, toKeyName } from './column-names.ts'
import { PreparedQuery, sendPreparedTo, sendWithOnePlan } from './prepared-query.ts'
import { type PreparedSending, setPreparedStatementSender } from './prepared-statement.ts'

const { builtins, getTypeParser } = pg.types
const keepText = (value: string): string => value
/** The roles' time zone is UTC, so an instant only needs the letters of ISO 8601. */
const toIsoInstant = (value: string): string => value.replace(' ', 'T').replace('+00', 'Z')
/** Dates, instants, bigints and amounts stay strings: none fits a JavaScript number or Date. */
const typeParsers = new Map<number, (value: string) => string>([
  [builtins.DATE, keepText],
  [builtins.INT8, keepText],
  [builtins.NUMERIC, keepText],
  [builtins.TIMESTAMPTZ, toIsoInstant],
])
const pgTypesConfig: pg.CustomTypesConfig = {
  getTypeParser: ((id: number, format?: 'text' | 'binary') =>
    typeParsers.get(id) ?? getTypeParser(id, format as 'text')) as typeof getTypeParser,
}
const columnsAsNamed = { ...pgTypesConfig, toKey: keepText }
const columnsInCamelCase = { ...pgTypesConfig, toKey: toKeyName }

/** A statement for its name, whose rows have the program's names. */
export const buildPreparedQuery = ({ name, text, values }: PreparedSending): PreparedQuery =>
  new PreparedQuery(name, text, values, columnsInCamelCase)

/** One role's access: its pool, and the query builder over it. */
export type DatabaseAccess = {
  pool: Pool
  db: Kysely<DB>
  /** A statement that never changes its text, prepared once a connection under its name. */
  queryPrepared: <Row extends QueryResultRow>(name: string, text: string, values: unknown[]) => Promise<Row[]>
}

/** Where the prefixes are reached, each through its own login role, which has no right on another's schema. */
export type TenantDatabases = {
  of: (prefix: Prefix) => DatabaseAccess
  signIn: () => DatabaseAccess
  /** The queue of jobs, for the workers alone. */
  jobs: () => DatabaseAccess
  close: () => Promise<void>
}

/** The query builder over a pool. */
const buildQueryBuilder = (pool: PostgresPool): Kysely<DB> =>
  new Kysely<DB>({
    dialect: new SnakeCaseDialect({ pool }),
    plugins: [camelCaseRowsPlugin],
  })

/** The query builder over one connection, or over what sends to one. It neither opens nor closes it, and has no cursors. */
export const buildConnectionQueryBuilder = (
  send: (text: string, values: unknown[]) => Promise<QueryResult>,
): Kysely<DB> => {
  const query = (text: string, values: readonly unknown[]) => send(text, [...values])
  // Its type wants cursors too, which nothing here opens.
  const connection = { query, release: () => undefined } as unknown as PostgresPoolClient
  return buildQueryBuilder({ connect: async () => connection, end: async () => undefined })
}

/** Once opened, so many connections of a role stay open: what a screen asks at the same time. */
const keptConnections = 4

type PoolSettings = { max: number; pipeline: boolean; connectTimeoutMs: number; statementMs: number | undefined }

const openDatabaseAccess = (
  url: string,
  { max, pipeline, connectTimeoutMs, statementMs }: PoolSettings,
  onError: (error: Error) => void,
): DatabaseAccess => {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    types: pgTypesConfig,
    application_name: 'atalaya',
    idleTimeoutMillis: 30_000,
    // Whoever comes back after a pause meets connections that know the statements. Where nothing is said on them for long, the network may drop them unheard.
    min: keptConnections,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    connectionTimeoutMillis: connectTimeoutMs,
    // What is sent together travels together: whoever waits for each answer first, as all but `runWrite` do, notices nothing of it.
    pipeline,
    // The server stops it; where the server itself hangs, the driver gives up a little later.
    ...(statementMs !== undefined && { statement_timeout: statementMs, query_timeout: statementMs + 5_000 }),
  })
  // An idle connection that breaks is only dropped: the next query opens a new one.
  pool.on('error', onError)
  // One that breaks in somebody's hands, between two queries, tells them with the next: nobody else hears of it, and it would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  const queryPrepared: DatabaseAccess['queryPrepared'] = async <Row>(name: string, text: string, values: unknown[]) =>
    (await sendPreparedTo(pool, new PreparedQuery(name, text, values, columnsAsNamed))) as Row[]
  const db = buildQueryBuilder(pool)
  setPreparedStatementSender(db, (sending) => {
    const query = buildPreparedQuery(sending)
    return sending.hasOnePlan ? sendWithOnePlan(pool, query) : sendPreparedTo(pool, query)
  })
  return { pool, db, queryPrepared }
}

/** One listens; the others take jobs and note what became of them, which is over in a moment. */
const queuePoolSize = 3

/** Opens nothing by itself: each role's pool is made at its first use. */
export const openTenants = (options: {
  ownerUrl: string
  secret: string
  /** Connections a role may hold at most. */
  poolSize?: number
  /** Milliseconds that a call waits for one of them. */
  patience?: number
  /** Milliseconds after which a statement is stopped; none unless told otherwise. */
  statementMs?: number
  onError?: (error: Error) => void
}): TenantDatabases => {
  const opened = new Map<LoginRole, DatabaseAccess>()
  const access = (role: LoginRole): DatabaseAccess => {
    let found = opened.get(role)
    if (!found) {
      found = openDatabaseAccess(
        buildRoleUrl(options.ownerUrl, options.secret, role),
        {
          max: role === 'jobs' ? queuePoolSize : (options.poolSize ?? 10),
          pipeline: role !== 'jobs' && role !== 'signin',
          connectTimeoutMs: options.patience ?? 5_000,
          statementMs: options.statementMs,
        },
        options.onError ?? (() => undefined),
      )
      opened.set(role, found)
    }
    return found
  }
  return {
    of: access,
    signIn: () => access('signin'),
    jobs: () => access('jobs'),
    close: async () => {
      // The query builder ends its pool only if it has ever used it.
      const end = async ({ db, pool }: DatabaseAccess): Promise<void> => {
        await db.destroy()
        if (!pool.ending) await pool.end()
      }
      await Promise.all([...opened.values()].map(end))
    },
  }
}
