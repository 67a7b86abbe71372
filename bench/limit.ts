import type pg from 'pg'
import { Client } from 'pg'
import type { Role } from '#contract/permissions.ts'
import { roleUrl } from '#db/migrate/roles.ts'
import { businessDate } from '#server/core/clock.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { personOf } from '#server/core/session.ts'
import { openTenants, type Tenants } from '#server/core/tenancy.ts'
import { type Bench, prefix } from './home.ts'
import { get } from './http.ts'
import { inTurn, type Times } from './measure.ts'
import { signInAs, signInMany } from './people.ts'

/** A statement as the server sends it. */
export type Statement = { text: string; values: unknown[] }

/** Records what goes to PostgreSQL through this pool from now on. */
const record = (pool: pg.Pool, seen: Statement[]): void => {
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

const contextOf = async (bench: Bench, tenants: Tenants, role: Role): Promise<Ctx> => {
  const { sessionId, userId } = await signInAs(bench, role)
  const tenant = tenants.of(prefix)
  const today = businessDate(prefix, Date.now)
  const person = await personOf(tenant, { sessionId, userId, prefix }, Date.now(), today)
  const reaches = person.rights.reachOf('bt_Clientes', 'view')
  return {
    person,
    reaches,
    prefix,
    tenant,
    db: tenant.db,
    businessDate: today,
    requestId: 'bench',
    address: '127.0.0.1',
  }
}

/** The statements that a read of the server sends when somebody of this role asks. */
export const statementsOf = async (
  bench: Bench,
  role: Role,
  read: (ctx: Ctx) => Promise<unknown>,
): Promise<Statement[]> => {
  const { ownerUrl, secret } = bench
  const tenants = openTenants({ ownerUrl, secret, poolSize: 1 })
  const seen: Statement[] = []
  record(tenants.of(prefix).pool, seen)
  try {
    const ctx = await contextOf(bench, tenants, role)
    seen.length = 0
    await read(ctx)
    return [...seen]
  } finally {
    await tenants.close()
  }
}

/** So many connections of the prefix's own role, past the server. */
export const connectMany = async ({ ownerUrl, secret }: Bench, count: number): Promise<Client[]> => {
  const clients = Array.from(
    { length: count },
    () => new Client({ connectionString: roleUrl(ownerUrl, secret, prefix) }),
  )
  await Promise.all(clients.map((client) => client.connect()))
  return clients
}

/** What is asked, of whom and by whom: the address of a call, and the read of the server that answers it. */
type Asked = { role: Role; url: string; read: (ctx: Ctx) => Promise<unknown>; callers: number; seconds: number }

/**
 * So many callers ask the server, in turn with as many connections that send PostgreSQL the same statements, prepared, through the
 * same driver: what it gives of itself is the limit.
 */
export const besideLimit = async (
  bench: Bench,
  { role, url, read, callers, seconds }: Asked,
): Promise<{ times: Times; limit: Times; ratio: number }> => {
  const tokens = await signInMany(bench, role, callers)
  const statements = await statementsOf(bench, role, read)
  const clients = await connectMany(bench, callers)
  // Prepared under a name, a list would fall into a plan for any values at its sixth run, and be no limit at all.
  await Promise.all(clients.map((client) => client.query('set plan_cache_mode = force_custom_plan')))
  const ask = (_: number, caller: number) => get(url, tokens[caller])
  const send = async (_: number, caller: number): Promise<void> => {
    for (const [n, { text, values }] of statements.entries())
      await clients[caller]!.query({ name: `limit_${n}`, text, values })
  }
  try {
    const [times, limit] = await inTurn(callers, seconds, ask, send)
    return { times, limit, ratio: times.rate / limit.rate }
  } finally {
    await Promise.all(clients.map((client) => client.end()))
  }
}
