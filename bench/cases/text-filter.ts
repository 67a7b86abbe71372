import { buildEndpointUrl, sendGet } from '#bench/http.ts'
import { getPercentile, measureAlternately, measureSequentially } from '#bench/measure.ts'
import { rolesByScope, signInAs, signInMany } from '#bench/people.ts'
import type { BenchResult, ResultSection } from '#bench/result.ts'
import { listClients } from '#contract/clients.ts'
import type { CaseTools } from './case.ts'

const callerCount = 16
/** Parts of names that a tenth to a third of all clients have. */
const commonParts = ['gar', 'mar', 'garcia', 'ez', 'mart', 'lop', 'maria', 'ana']
/** A change of the list that shows nowhere: whatever was counted before it is counted anew. */
const changeListSql =
  'update client_list set balance = balance where client_id = (select min(client_id) from client_list)'

type Filters = Record<string, string>

const buildCalls = ({ server }: CaseTools) => ({
  getPage: (filters: Filters, token: string) =>
    sendGet(buildEndpointUrl(server.url, listClients.page, { ...filters, page: 1, pageSize: 50 }), token),
  getTotal: (filters: Filters, token: string) =>
    sendGet(buildEndpointUrl(server.url, listClients.count, filters), token),
})

/** Totals right after a change of the list, so that none is kept; in milliseconds, sorted. */
const timeFirstTotals = async (tools: CaseTools, token: string): Promise<number[]> => {
  const { getTotal } = buildCalls(tools)
  const times: number[] = []
  for (const name of [...commonParts, ...commonParts, ...commonParts]) {
    await tools.bench.owner.query(changeListSql)
    const begin = performance.now()
    await getTotal({ name }, token)
    times.push(performance.now() - begin)
  }
  return times.sort((a, b) => a - b)
}

/** The client list by a part of the name that many have: its first page, its total, and both for sixteen at once. */
export const textFilterCase = async (tools: CaseTools): Promise<ResultSection[]> => {
  const { bench, seconds, progress } = tools
  const { getPage, getTotal } = buildCalls(tools)
  const pickName = (turn: number): Filters => ({ name: commonParts[turn % commonParts.length]! })
  progress('Client list by a common part of the name')
  const { token } = await signInAs(bench, rolesByScope.all)
  const page = await measureSequentially(200, (turn) => getPage(pickName(turn), token))
  const firstTotals = await timeFirstTotals(tools, token)
  const kept = await measureSequentially(200, (turn) => getTotal(pickName(turn), token))
  progress('Client list by a common part of the name, sixteen at once')
  const tokens = await signInMany(bench, rolesByScope.all, callerCount)
  const getBoth = async (filters: Filters, caller: number): Promise<void> => {
    await getPage(filters, tokens[caller]!)
    await getTotal(filters, tokens[caller]!)
  }
  const [both, exact] = await measureAlternately(
    callerCount,
    seconds,
    (turn, caller) => getBoth(pickName(turn), caller),
    (_, caller) => getBoth({ kyc: 'rejected' }, caller),
  )
  const results: BenchResult[] = [
    { what: 'first page', times: page },
    {
      what: 'first page, median',
      value: page.median,
      unit: 'ms',
      target: { statistic: 'value', maximum: 6 },
    },
    {
      what: 'exact total and sums after a change of the list, median',
      value: getPercentile(firstTotals, 0.5),
      unit: 'ms',
      note: `95 of 100 within ${getPercentile(firstTotals, 0.95).toFixed(1)} ms`,
    },
    { what: 'exact total and sums while the list stays', times: kept },
    {
      what: `first page and total, ${callerCount} at once`,
      times: both,
      note: `by one value instead: ${Math.round(exact.rate)}/s`,
    },
    {
      what: `first page and total, ${callerCount} at once, in a second`,
      value: both.rate,
      unit: 'pairs',
      target: { statistic: 'value', minimum: 170 },
    },
  ]
  return [{ title: 'Client list by a part of the name that many have', results }]
}
