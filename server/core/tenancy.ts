import { Kysely, type PostgresPool } from 'kysely'
import pg, { type Pool, type QueryResultRow } from 'pg'
import type { Prefix } from '#contract/core/values.ts'
import { type LoginRole, roleUrl } from '#db/migrate/roles.ts'
import type { DB } from '#db/types.ts'
import { ColumnsDialect, keysOfRows } from './column-names.ts'

const { builtins, getTypeParser } = pg.types
const asText = (value: string): string => value
/** The roles' time zone is UTC, so an instant only needs the letters of ISO 8601. */
const asInstant = (value: string): string => value.replace(' ', 'T').replace('+00', 'Z')
/** Dates, instants, bigints and amounts stay strings: none fits a JavaScript number or Date. */
const parsers = new Map<number, (value: string) => string>([
  [builtins.DATE, asText],
  [builtins.INT8, asText],
  [builtins.NUMERIC, asText],
  [builtins.TIMESTAMPTZ, asInstant],
])
const types: pg.CustomTypesConfig = {
  getTypeParser: ((id: number, format?: 'text' | 'binary') =>
    parsers.get(id) ?? getTypeParser(id, format as 'text')) as typeof getTypeParser,
}

/** One role's access: its pool, and the query builder over it. */
export type Access = {
  pool: Pool
  db: Kysely<DB>
  /** A statement that never changes its text, prepared once a connection under its name. */
  fixed: <Row extends QueryResultRow>(name: string, text: string, values: unknown[]) => Promise<Row[]>
}

/** Where the prefixes are reached, each through its own login role, which has no right on another's schema. */
export type Tenants = {
  of: (prefix: Prefix) => Access
  signIn: () => Access
  /** The queue of jobs, for the workers alone. */
  jobs: () => Access
  close: () => Promise<void>
}

/** The query builder over a pool, or over one connection that stands for one. */
export const queriesOver = (pool: PostgresPool): Kysely<DB> =>
  new Kysely<DB>({
    dialect: new ColumnsDialect({ pool }),
    plugins: [keysOfRows],
  })

type Sizes = { max: number; patience: number; statementMs: number | undefined }

const openAccess = (url: string, { max, patience, statementMs }: Sizes, onError: (error: Error) => void): Access => {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    types,
    application_name: 'atalaya',
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: patience,
    // The server stops it; where the server itself hangs, the driver gives up a little later.
    ...(statementMs !== undefined && { statement_timeout: statementMs, query_timeout: statementMs + 5_000 }),
  })
  // An idle connection that breaks is only dropped: the next query opens a new one.
  pool.on('error', onError)
  // One that breaks in somebody's hands, between two queries, tells them with the next: nobody else hears of it, and it would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  const fixed: Access['fixed'] = async (name, text, values) => (await pool.query({ name, text, values })).rows
  return { pool, db: queriesOver(pool), fixed }
}

/** One listens; the others take jobs and note what became of them, which is over in a moment. */
const queuePool = 3

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
}): Tenants => {
  const opened = new Map<LoginRole, Access>()
  const access = (role: LoginRole): Access => {
    let found = opened.get(role)
    if (!found) {
      found = openAccess(
        roleUrl(options.ownerUrl, options.secret, role),
        {
          max: role === 'jobs' ? queuePool : (options.poolSize ?? 10),
          patience: options.patience ?? 5_000,
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
      const end = async ({ db, pool }: Access): Promise<void> => {
        await db.destroy()
        if (!pool.ending) await pool.end()
      }
      await Promise.all([...opened.values()].map(end))
    },
  }
}
