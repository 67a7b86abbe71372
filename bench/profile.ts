import { getClient } from '#contract/clients/client.ts'
import { listClients, searchClients } from '#contract/clients.ts'
import type { Role } from '#contract/permissions.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { findClient } from '#server/features/clients/client.queries.ts'
import { findClientSuggestions } from '#server/features/clients/client-search.ts'
import { countClients, findClients } from '#server/features/clients/clients.queries.ts'
import type { Bench } from './home.ts'
import { buildEndpointUrl, sendGet } from './http.ts'
import { connectClients, type RecordedStatement, recordStatementsOf } from './limit.ts'
import { measureSequentially } from './measure.ts'
import { signInAs } from './people.ts'
import type { BenchServer } from './server.ts'

type ProfiledCall = { role: Role; url: string; read: (ctx: Ctx) => Promise<unknown> }

const firstPage = { sort: 'fullName', direction: 'asc', page: '1', pageSize: '50' } as const
const kycFilter = { kyc: 'rejected' } as const

/** The calls that a person makes hundreds of times a day, each with the read of the server that answers it. */
const profiledCalls: Record<string, (base: string, bench: Bench) => Promise<ProfiledCall>> = {
  client: async (base, { owner }) => {
    const { rows } = await owner.query<{ id: string }>(
      'select client_id as id from account group by 1 order by count(*) desc, 1 limit 1 offset 100',
    )
    const params = { clientId: rows[0]!.id }
    return {
      role: 'admin',
      url: buildEndpointUrl(base, getClient, {}, params),
      read: (ctx) => findClient(ctx, { params, query: undefined, body: undefined }),
    }
  },
  list: async (base) => ({
    role: 'admin',
    url: buildEndpointUrl(base, listClients.page, { ...kycFilter, ...firstPage }),
    read: (ctx) =>
      findClients(
        ctx,
        listClients.count.query.parse(kycFilter),
        listClients.page.query.parse({ ...kycFilter, ...firstPage }),
      ),
  }),
  count: async (base) => ({
    role: 'supervisor',
    url: buildEndpointUrl(base, listClients.count, kycFilter),
    read: (ctx) => countClients(ctx, listClients.count.query.parse(kycFilter)),
  }),
  search: async (base) => {
    const q = 'fernandez lopez'
    return {
      role: 'admin',
      url: buildEndpointUrl(base, searchClients, { q }),
      read: (ctx) => findClientSuggestions(ctx, { params: undefined, query: { q }, body: undefined }),
    }
  },
}
export const profileNames = Object.keys(profiledCalls)

const callCount = 400

type PlanTimes = { planning: number; execution: number }

/** What PostgreSQL says of a statement, the median of some runs, each planned anew. */
const explainStatement = async (bench: Bench, { text, values }: RecordedStatement): Promise<PlanTimes> => {
  const [client] = await connectClients(bench, 1)
  if (!client) throw new Error('no connection')
  try {
    const runs: PlanTimes[] = []
    for (let run = 0; run < 15; run++) {
      const { rows } = await client.query<{ 'QUERY PLAN': { 'Planning Time': number; 'Execution Time': number }[] }>(
        `explain (analyze, timing off, format json) ${text}`,
        values,
      )
      const plan = rows[0]!['QUERY PLAN'][0]!
      runs.push({ planning: plan['Planning Time'], execution: plan['Execution Time'] })
    }
    const takeMedian = (key: keyof PlanTimes): number =>
      runs.map((run) => run[key]).sort((a, b) => a - b)[Math.floor(runs.length / 2)]!
    return { planning: takeMedian('planning'), execution: takeMedian('execution') }
  } finally {
    await client.end()
  }
}

/**
 * Where the time of a call goes: processor time of the web process for each call, and of each statement what PostgreSQL takes to plan and to
 * execute it. Statements that the server prepares by name are planned once a connection, not at each call. The check of the session, one more
 * round trip, is in the time of the process, and isn't explained.
 */
export const profileCall = async (bench: Bench, server: BenchServer, name: string): Promise<string> => {
  const { role, url, read } = await profiledCalls[name]!(server.url, bench)
  const { token } = await signInAs(bench, role)
  await measureSequentially(50, () => sendGet(url, token))
  const before = server.processor()
  const begin = performance.now()
  for (let call = 0; call < callCount; call++) await sendGet(url, token)
  const wall = (performance.now() - begin) / callCount
  const processor = (server.processor() - before) / callCount
  const statements = await recordStatementsOf(bench, role, read)
  const explained: PlanTimes[] = []
  for (const statement of statements) explained.push(await explainStatement(bench, statement))
  const add = (key: keyof PlanTimes): string => explained.reduce((sum, one) => sum + one[key], 0).toFixed(2)
  const lines = [
    `${name}: ${url.replace(server.url, '')}`,
    `  one call, alone            ${wall.toFixed(2)} ms`,
    `  processor time in node     ${processor.toFixed(2)} ms`,
    `  PostgreSQL, planning       ${add('planning')} ms`,
    `  PostgreSQL, execution      ${add('execution')} ms`,
    `  round trips                ${statements.length + 1}, of them 1 for the session`,
    ...statements.map(
      ({ text }, n) =>
        `    plan ${explained[n]!.planning.toFixed(2)} ms, execute ${explained[n]!.execution.toFixed(2)} ms: ${text.replaceAll(/\s+/g, ' ').slice(0, 90)}`,
    ),
  ]
  return lines.join('\n')
}
