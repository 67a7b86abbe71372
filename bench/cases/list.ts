import { type Bench, openBench } from '#bench/home.ts'
import { buildEndpointUrl, sendGet } from '#bench/http.ts'
import { getIdealPage, withIdealTables } from '#bench/ideal-tables.ts'
import { compareWithLimit } from '#bench/limit.ts'
import { measureEachCase } from '#bench/measure.ts'
import { rolesByScope, type ScopeName, scopeNames, signInAs } from '#bench/people.ts'
import type { BenchResult, ResultSection } from '#bench/result.ts'
import { startServer } from '#bench/server.ts'
import { listClients } from '#contract/clients.ts'
import { countClients, findClients } from '#server/features/clients/clients.queries.ts'
import type { CaseTools } from './case.ts'

type ListFilters = Record<string, string>
type PagePosition = 'first' | 'middle' | 'last'
type PageCase = { name: string; query: Record<string, string>; filters: ListFilters; total: number }

const pageSize = 50
const callerCount = 16
const directions = ['asc', 'desc'] as const

/** One value for each filter, found in the data, so that each finds some clients and not all; and no filter at all. */
const buildFilterCases = async ({ owner }: Bench): Promise<ListFilters[]> => {
  const { rows } = await owner.query<{ manager: string; country: string; day: string }>(
    `select (select manager_id from client_list where manager_id is not null group by 1 order by count(*) desc limit 1) as manager,
            (select country from client_list group by 1 order by count(*) desc offset 1 limit 1) as country,
            (current_date + 60)::text as day`,
  )
  const { manager, country, day } = rows[0]!
  return [
    {},
    { country },
    { manager },
    { kyc: 'rejected' },
    { kyc: 'approved' },
    { address: 'pending' },
    { form: 'draft' },
    { form: 'complete' },
    { accountStatus: 'active' },
    { accountStatus: 'canceled' },
    { smartContributions: 'true' },
    { smartMovements: 'true' },
    { strategicAlliances: 'true' },
    { dniExpiresBefore: day },
    { joint: 'true' },
    { companies: 'true' },
    { lopd: 'not_sent' },
    { marketing: 'withdrawn' },
    { marketing: 'not_sent' },
    { stoppedBy: 'reviewOverdue' },
    { stoppedBy: 'guardianMissing' },
    { stoppedBy: 'pepUnapproved' },
  ]
}

const formatFilters = (filters: ListFilters): string =>
  Object.entries(filters)
    .map(([key, value]) => `${key}=${value}`)
    .join(' ') || 'no filter'

const getPageNumber = (place: PagePosition, total: number): number => {
  const pages = Math.max(1, Math.ceil(total / pageSize))
  return place === 'first' ? 1 : place === 'last' ? pages : Math.ceil(pages / 2)
}

/** Any one filter with any sort in both directions, as the screen asks for it: far pages know the total. */
const buildPageCases = (
  url: string,
  counted: readonly { filters: ListFilters; total: number }[],
  place: PagePosition,
): (PageCase & { url: string })[] =>
  counted.flatMap(({ filters, total }) =>
    listClients.sortable.flatMap((sort) =>
      directions.map((direction) => {
        const page = getPageNumber(place, total)
        const query = { ...filters, sort, direction, page: String(page), pageSize: String(pageSize) }
        const known = place === 'first' ? {} : { knownTotal: String(total) }
        const fullQuery = { ...query, ...known }
        const name = `${formatFilters(filters)}, ${sort} ${direction}, page ${page}`
        return { name, query: fullQuery, filters, total, url: buildEndpointUrl(url, listClients.page, fullQuery) }
      }),
    ),
  )

const buildCountUrl = (url: string, filters: ListFilters): string => buildEndpointUrl(url, listClients.count, filters)

/** Pages alone, one after another: first, middle and last of every filter and sort, and the totals. */
const measureScope = async (url: string, bench: Bench, scope: ScopeName, places: readonly PagePosition[]) => {
  const { token } = await signInAs(bench, rolesByScope[scope])
  const filters = await buildFilterCases(bench)
  const counted: { filters: ListFilters; total: number }[] = []
  for (const one of filters) {
    const { text } = await sendGet(buildCountUrl(url, one), token)
    counted.push({ filters: one, total: (JSON.parse(text) as { total: number }).total })
  }
  const counts = await measureEachCase(filters, 10, formatFilters, (one) => sendGet(buildCountUrl(url, one), token))
  const pages = new Map<PagePosition, Awaited<ReturnType<typeof measureEachCase>>>()
  for (const place of places) {
    const cases = buildPageCases(url, counted, place)
    const rounds = place === 'middle' ? 1 : 2
    pages.set(
      place,
      await measureEachCase(
        cases,
        rounds,
        ({ name }) => name,
        (one) => sendGet(one.url, token),
      ),
    )
  }
  return { counts, pages, total: counted[0]!.total }
}

/** The same first page asked for by sixteen at once, beside its statement sent straight to PostgreSQL by sixteen. */
const measureConcurrentReads = async (
  { bench, server, seconds }: CaseTools,
  scope: ScopeName,
  filters: ListFilters,
): Promise<BenchResult> => {
  const query = { ...filters, sort: 'fullName', direction: 'asc', page: '1', pageSize: String(pageSize) }
  const parsed = listClients.page.query.parse(query)
  const parsedFilters = listClients.count.query.parse(filters)
  const { times, limit, ...ratios } = await compareWithLimit(bench, {
    role: rolesByScope[scope],
    serverUrl: server.url,
    urls: [buildEndpointUrl(server.url, listClients.page, query)],
    read: (ctx) => findClients(ctx, parsedFilters, parsed),
    callers: callerCount,
    seconds,
  })
  return {
    what: `${scope}, ${formatFilters(filters)}: first page, ${callerCount} at once`,
    times,
    ...ratios,
    target: { statistic: 'ratio', minimum: 0.4 },
    note: `limit ${Math.round(limit.rate)}/s, its p95 ${limit.p95.toFixed(1)} ms`,
  }
}

/** The first page of an exact filter and its total, beside the two statements that somebody would write by hand for nothing else. */
const measurePageAndTotal = ({ bench, server, seconds }: CaseTools): Promise<BenchResult> =>
  withIdealTables(bench, async () => {
    const filters = { kyc: 'rejected' } as const
    const query = { ...filters, sort: 'fullName', direction: 'asc', page: '1', pageSize: String(pageSize) }
    const parsedFilters = listClients.count.query.parse(filters)
    const { times, limit, ...ratios } = await compareWithLimit(bench, {
      role: rolesByScope.all,
      serverUrl: server.url,
      urls: [buildEndpointUrl(server.url, listClients.page, query), buildCountUrl(server.url, filters)],
      read: async (ctx) => {
        await findClients(ctx, parsedFilters, listClients.page.query.parse(query))
        await countClients(ctx, parsedFilters)
      },
      ideal: getIdealPage(filters.kyc),
      callers: callerCount,
      seconds,
    })
    return {
      what: `all, ${formatFilters(filters)}: first page and its total, ${callerCount} at once`,
      times,
      ...ratios,
      target: { statistic: 'ofIdeal', minimum: 0.6 },
      note: `limit ${Math.round(limit.rate)}/s`,
    }
  })

/** First and last pages on the small data, for the ratio between sizes. */
const measureSmallSize = async (progress: CaseTools['progress']): Promise<Record<string, number>> => {
  const bench = await openBench('S', progress)
  const server = await startServer(bench.home)
  try {
    const all: Record<string, number> = {}
    for (const scope of scopeNames) {
      const { pages } = await measureScope(server.url, bench, scope, ['first', 'last'])
      for (const [place, { p95 }] of pages) all[`${scope} ${place}`] = p95
    }
    return all
  } finally {
    await server.stop()
    await bench.end()
  }
}

/** The client list: any one filter, any sort, exact total, in each scope. */
export const listCase = async (tools: CaseTools): Promise<ResultSection[]> => {
  const { bench, server, size, progress } = tools
  const results: BenchResult[] = []
  const large: Record<string, number> = {}
  for (const scope of scopeNames) {
    progress(`Client list, scope ${scope}`)
    const { counts, pages, total } = await measureScope(server.url, bench, scope, ['first', 'middle', 'last'])
    for (const [place, { slowest, ...times }] of pages) {
      large[`${scope} ${place}`] = times.p95
      const most = place === 'middle' ? 60 : 25
      results.push({
        what: `${scope} (${total.toLocaleString('en')}): ${place} page`,
        times,
        target: { statistic: 'p95', maximum: most },
        note: slowest,
      })
    }
    const { slowest, ...times } = counts
    results.push({
      what: `${scope}: exact total and sums`,
      times,
      target: { statistic: 'p95', maximum: 25 },
      note: slowest,
    })
  }
  for (const scope of scopeNames)
    for (const filters of [{}, { kyc: 'rejected' }] as ListFilters[]) {
      progress(`Client list, scope ${scope}, sixteen at once`)
      results.push(await measureConcurrentReads(tools, scope, filters))
    }
  progress('Client list, a page and its total, sixteen at once')
  results.push(await measurePageAndTotal(tools))
  const sections = [{ title: 'Client list: any one filter × any sort × both directions', results }]
  if (size !== 'L') return sections
  const small = await measureSmallSize(progress)
  const growth = Object.entries(small).map(([what, p95]): BenchResult => {
    const now = large[what]!
    // Ten times the time of very little is still very little: under 40 ms the ratio doesn't matter.
    return {
      what: `${what} page, p95 on L / on S`,
      ratio: now / p95,
      value: now,
      unit: 'ms',
      target: now <= 40 ? { statistic: 'value', maximum: 40 } : { statistic: 'ratio', maximum: 3 },
    }
  })
  return [...sections, { title: 'Client list: growth from S to L (≤ 3 times, or ≤ 40 ms)', results: growth }]
}
