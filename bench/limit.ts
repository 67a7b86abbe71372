import type pg from 'pg'
import { Client } from 'pg'
import { getFormDraft } from '#contract/auth/drafts.ts'
import type { Role } from '#contract/permissions.ts'
import { buildRoleUrl } from '#db/migrate/roles.ts'
import { getBusinessDate } from '#server/core/clock.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { loadSessionUser } from '#server/core/session.ts'
import { openTenants, type TenantDatabases } from '#server/core/tenancy.ts'
import { type Bench, benchPrefix } from './home.ts'
import { buildEndpointUrl, sendGet } from './http.ts'
import { type MeasuredWork, measureInTurn, type TimeStatistics } from './measure.ts'
import { signInAs, signInMany } from './people.ts'

/** A statement as the server sends it. */
export type RecordedStatement = { text: string; values: unknown[] }

/** Records what goes to PostgreSQL through this pool from now on. */
const recordStatements = (pool: pg.Pool, seen: RecordedStatement[]): void => {
  pool.on('connect', (client) => {
    const send = client.query.bind(client) as (...given: unknown[]) => unknown
    Object.assign(client, {
      query: (...given: unknown[]) => {
        const [statement, values] = given as [string | RecordedStatement, unknown[] | undefined]
        if (typeof statement === 'string') seen.push({ text: statement, values: values ?? [] })
        else if (typeof statement.text === 'string') seen.push({ text: statement.text, values: statement.values ?? [] })
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

/** What is asked, of whom and by whom: the addresses of a call or of several in turn, and the reads of the server that answer them. */
export type YardstickComparison = {
  role: Role
  serverUrl: string
  urls: readonly string[]
  read: (ctx: Ctx) => Promise<unknown>
  /** By hand, on tables made for them alone; without them there is nothing to compare with but our own statements. */
  ideal?: readonly RecordedStatement[]
  callers: number
  seconds: number
}

/** Our rate divided by that of each yardstick of the same run. */
export type ComparedTimes = {
  times: TimeStatistics
  limit: TimeStatistics
  ratio: number
  ofFloor: number
  ofIdeal?: number
}

/** The least that a call can be: it checks the session and reads one row by key. */
export const buildFloorUrl = (serverUrl: string): string =>
  buildEndpointUrl(serverUrl, getFormDraft, {}, { form: 'bench' })

const buildStatementWork =
  (clients: readonly Client[], statements: readonly RecordedStatement[], name: string): MeasuredWork =>
  async (_, caller) => {
    for (const [n, { text, values }] of statements.entries())
      await clients[caller]!.query({ name: `${name}_${n}`, text, values })
  }

/**
 * So many callers ask the server, in turn with as many connections that send PostgreSQL the same statements, prepared, through the same driver:
 * what it gives of itself is the limit. In turn with that the ideal, which isn't ours, and the floor.
 */
export const compareWithLimit = async (
  bench: Bench,
  { role, serverUrl, urls, read, ideal, callers, seconds }: YardstickComparison,
): Promise<ComparedTimes> => {
  const tokens = await signInMany(bench, role, callers)
  const statements = await recordStatementsOf(bench, role, read)
  if (statements.length === 0) throw new Error(`no statement was recorded for ${urls.join(' ')}`)
  const clients = await connectClients(bench, callers)
  const idealClients = await connectClients(bench, ideal ? callers : 0)
  // Prepared under a name, a list would fall into a plan for any values at its sixth run, and be no limit at all.
  await Promise.all(clients.map((client) => client.query('set plan_cache_mode = force_custom_plan')))
  const ask: MeasuredWork = async (_, caller) => {
    for (const url of urls) await sendGet(url, tokens[caller])
  }
  const floorUrl = buildFloorUrl(serverUrl)
  const askFloor: MeasuredWork = (_, caller) => sendGet(floorUrl, tokens[caller])
  try {
    const [times, limit, floor, best] = await measureInTurn(callers, seconds, [
      ask,
      buildStatementWork(clients, statements, 'limit'),
      askFloor,
      ...(ideal ? [buildStatementWork(idealClients, ideal, 'ideal')] : []),
    ])
    return {
      times: times!,
      limit: limit!,
      ratio: times!.rate / limit!.rate,
      ofFloor: times!.rate / floor!.rate,
      ...(best && { ofIdeal: times!.rate / best.rate }),
    }
  } finally {
    await Promise.all([...clients, ...idealClients].map((client) => client.end()))
  }
}
