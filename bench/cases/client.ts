import { buildEndpointUrl, sendGet, sendPost } from '#bench/http.ts'
import { getIdealClient, withIdealTables } from '#bench/ideal-tables.ts'
import { compareWithLimit } from '#bench/limit.ts'
import { measureEachCase, measureSequentially } from '#bench/measure.ts'
import { rolesByScope, type ScopeName, scopeNames, signInAs } from '#bench/people.ts'
import type { BenchResult, ResultSection } from '#bench/result.ts'
import { findClientDuplicates } from '#contract/client-data.ts'
import { getAccount, getClient, listAccountMovements } from '#contract/clients/client.ts'
import { getClientTimeline } from '#contract/timeline.ts'
import { findClient } from '#server/features/clients/client.queries.ts'
import type { CaseTools } from './case.ts'

const callerCount = 16
type KnownClient = { client: string; account: string }

/** Clients spread over what the scope sees, and an account of each; first the one with most movements. */
const findKnownClients = async ({ bench }: CaseTools, scope: ScopeName): Promise<KnownClient[]> => {
  const member = `registry.membership m join registry.app_user u on u.id = m.user_id and u.home_prefix = m.prefix
      join employee e on e.cvl = m.cvl`
  const whose = `where m.prefix = current_schema() and m.role = '${rolesByScope[scope]}'`
  const under = scope === 'team' ? 't.supervisor_id = e.id' : 't.employee_id = e.id and t.supervisor_id = e.id'
  const people = `array[l.manager_id, l.partner_id, l.advisor_id, l.banker_id] && (
    select array_agg(t.employee_id) from ${member} join employee_team t on ${under} ${whose})`
  const zone = `l.zone_id = (select o.zone_id from ${member} join office o on o.id = e.office_id ${whose} limit 1)`
  const seen = { all: 'true', team: people, own: people, zone }[scope]
  const { rows } = await bench.owner.query<KnownClient>(
    `select l.client_id as client, max(a.id) as account
       from (select *, row_number() over (order by l.client_id) as n, count(*) over () as all from client_list l where ${seen}) l
       join account a on a.client_id = l.client_id
      where n % greatest(1, l.all / 200) = 0 group by 1`,
  )
  return rows
}

const measureScope = async (tools: CaseTools, scope: ScopeName): Promise<BenchResult[]> => {
  const { bench, server } = tools
  const known = await findKnownClients(tools, scope)
  const { token } = await signInAs(bench, rolesByScope[scope])
  const params = ({ client, account }: KnownClient) => ({ clientId: client, accountId: account })
  const name = ({ client }: KnownClient): string => `client ${client}`
  const client = await measureEachCase(known, 3, name, (one) =>
    sendGet(buildEndpointUrl(server.url, getClient, {}, params(one)), token),
  )
  const statement = await measureEachCase(known, 2, name, async (one) => {
    await sendGet(buildEndpointUrl(server.url, getAccount, {}, params(one)), token)
    await sendGet(buildEndpointUrl(server.url, listAccountMovements.page, {}, params(one)), token)
    await sendGet(buildEndpointUrl(server.url, listAccountMovements.count, {}, params(one)), token)
  })
  const timeline = await measureEachCase(known, 3, name, async (one) => {
    const { clientId } = params(one)
    await Promise.all([
      sendGet(buildEndpointUrl(server.url, getClient, {}, { clientId }), token),
      sendGet(buildEndpointUrl(server.url, getClientTimeline, {}, { clientId }), token),
    ])
  })
  return [
    {
      what: `${scope}: one client with accounts, not read before`,
      times: client.cold,
      ...(scope === 'all' && { target: { statistic: 'p99', maximum: 15 } as const }),
      note: `${client.cold.count} clients, each once`,
    },
    {
      what: `${scope}: one client with accounts`,
      times: client,
      target: { statistic: 'p95', maximum: 20 },
      note: client.slowest,
    },
    {
      what: `${scope}: one client with the first page of its history`,
      times: timeline,
      target: { statistic: 'p95', maximum: 20 },
      note: timeline.slowest,
    },
    { what: `${scope}: an account, its last movements and their total`, times: statement, note: statement.slowest },
  ]
}

/** Together with the first calls, which don't count, as many as somebody may ask in a minute. */
const duplicateSearches = 25

/** What somebody types whom another client resembles: the search that is asked while a new client is typed. */
const measureDuplicates = async ({ bench, server }: CaseTools): Promise<BenchResult> => {
  const { token } = await signInAs(bench, rolesByScope.own)
  const { rows } = await bench.owner.query<{ name: string; surname: string; email: string; phone: string }>(
    `select name, coalesce(surname, '') as surname, email, phone from client
      where email is not null and phone is not null and id % 997 = 0 order by id limit ${duplicateSearches}`,
  )
  const url = buildEndpointUrl(server.url, findClientDuplicates, {})
  const times = await measureSequentially(rows.length, (turn) =>
    sendPost(url, token, { ...rows[turn % rows.length]!, identityKind: null, identityNumber: null }),
  )
  return { what: 'own: clients like the one that is typed', times, target: { statistic: 'p95', maximum: 30 } }
}

/** One client as the page shows it, and the statement of an account. */
export const clientCase = async (tools: CaseTools): Promise<ResultSection[]> => {
  const { bench, server, seconds, progress } = tools
  const results: BenchResult[] = []
  for (const scope of scopeNames) {
    progress(`One client, scope ${scope}`)
    results.push(...(await measureScope(tools, scope)))
  }
  progress('Clients like the one that is typed')
  results.push(await measureDuplicates(tools))
  progress('One client, sixteen at once')
  const known = await findKnownClients(tools, 'all')
  const clientId = known[Math.floor(known.length / 2)]!.client
  const read = { params: { clientId }, query: undefined, body: undefined }
  const { times, limit, ...ratios } = await withIdealTables(bench, () =>
    compareWithLimit(bench, {
      role: 'admin',
      serverUrl: server.url,
      urls: [buildEndpointUrl(server.url, getClient, {}, { clientId })],
      read: (ctx) => findClient(ctx, read),
      ideal: getIdealClient(clientId),
      callers: callerCount,
      seconds,
    }),
  )
  results.push({
    what: `all: one client, ${callerCount} at once`,
    times,
    ...ratios,
    target: { statistic: 'ofFloor', minimum: 0.5 },
    note: `limit ${Math.round(limit.rate)}/s`,
  })
  return [{ title: 'One client', results }]
}
