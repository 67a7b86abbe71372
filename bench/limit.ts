import type pg from 'pg'
import { Client } from 'pg'
import type { Role } from '#contract/permissions.ts'
import { buildRoleUrl } from '#db/migrate/roles.ts'
import { getBusinessDate } from '#server/core/clock.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { loadSessionUser } from '#server/core/session.ts'
import { openTenants, type TenantDatabases } from '#server/core/tenancy.ts'
import { type Bench, benchPrefix } from './home.ts'
import { sendGet } from './http.ts'
import { measureAlternately, type TimeStatistics } from './measure.ts'
import { signInAs, signInMany } from './people.ts'

/** A statement as the server sends it. */
export type RecordedStatement = { text: string; values: unknown[] }

/** Records what goes to PostgreSQL through this pool from now on. */
const recordStatements = (pool: pg.Pool, seen: RecordedStatement[]): void => {
  pool.on('connect', (client) => {
    const send = client.query.bind(client) as (...given: unknown[]) => unknown
    Object.assign(client, {
      query: (...given: unknown[]) => {
        if (typeof given[0] === 'string') seen.push({ text: given[0], values: (given[1] as unknown[]) ?? [] })
        return send(...given)
      },
    })
  })
}

const createBenchContext = async (bench: Bench, tenants: TenantDatabases, role: Role): Promise<Ctx> => {
  const { sessionId, userId } = await signInAs(bench, role)
  const tenant = tenants.of(benchPrefix)
  const today = getBusinessDate(benchPrefix, Date.now)
  const person = await loadSessionUser(tenant, { sessionId, userId, prefix: benchPrefix }, Date.now(), today)
  const scopes = person.rights.getScopes('bt_Clientes', 'view')
  return {
    person,
    scopes,
    prefix: benchPrefix,
    tenant,
    db: tenant.db,
    businessDate: today,
    requestId: 'bench',
    address: '127.0.0.1',
  }
}

/** The statements that a read of the server sends when somebody of this role asks. */
export const recordStatementsOf = async (
  bench: Bench,
  role: Role,
  read: (ctx: Ctx) => Promise<unknown>,
): Promise<RecordedStatement[]> => {
  const { ownerUrl, secret } = bench
  const tenants = openTenants({ ownerUrl, secret, poolSize: 1 })
  const seen: RecordedStatement[] = []
  recordStatements(tenants.of(benchPrefix).pool, seen)
  try {
    const ctx = await createBenchContext(bench, tenants, role)
    seen.length = 0
    await read(ctx)
    return [...seen]
  } finally {
    await tenants.close()
  }
}

/** So many connections of the prefix's own role, past the server. */
export const connectClients = async ({ ownerUrl, secret }: Bench, count: number): Promise<Client[]> => {
  const clients = Array.from(
    { length: count },
    () => new Client({ connectionString: buildRoleUrl(ownerUrl, secret, benchPrefix) }),
  )
  await Promise.all(clients.map((client) => client.connect()))
  return clients
}

/** What is asked, of whom and by whom: the address of a call, and the read of the server that answers it. */
type LimitComparison = {
  role: Role
  url: string
  read: (ctx: Ctx) => Promise<unknown>
  callers: number
  seconds: number
}

/**
 * So many callers ask the server, in turn with as many connections that send PostgreSQL the same statements, prepared, through the
 * same driver: what it gives of itself is the limit.
 */
export const compareWithLimit = async (
  bench: Bench,
  { role, url, read, callers, seconds }: LimitComparison,
): Promise<{ times: TimeStatistics; limit: TimeStatistics; ratio: number }> => {
  const tokens = await signInMany(bench, role, callers)
  const statements = await recordStatementsOf(bench, role, read)
  const clients = await connectClients(bench, callers)
  // Prepared under a name, a list would fall into a plan for any values at its sixth run, and be no limit at all.
  await Promise.all(clients.map((client) => client.query('set plan_cache_mode = force_custom_plan')))
  const ask = (_: number, caller: number) => sendGet(url, tokens[caller])
  const send = async (_: number, caller: number): Promise<void> => {
    for (const [n, { text, values }] of statements.entries())
      await clients[caller]!.query({ name: `limit_${n}`, text, values })
  }
  try {
    const [times, limit] = await measureAlternately(callers, seconds, ask, send)
    return { times, limit, ratio: times.rate / limit.rate }
  } finally {
    await Promise.all(clients.map((client) => client.end()))
  }
}
