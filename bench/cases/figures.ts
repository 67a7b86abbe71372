import type { Bench } from '#bench/home.ts'
import { buildEndpointUrl, sendGet } from '#bench/http.ts'
import { measureEachCase } from '#bench/measure.ts'
import { rolesByScope, signInAs } from '#bench/people.ts'
import type { BenchResult, ResultSection } from '#bench/result.ts'
import { getGeneralReport } from '#contract/figures/general-reports.ts'
import { getMonthCaptation } from '#contract/figures/month-captation.ts'
import { getDashboard, getProductHistory, getSituation } from '#contract/figures.ts'
import { getFirmPanel } from '#contract/firm-panel.ts'
import { listGoals } from '#contract/goals.ts'
import type { CaseTools } from './case.ts'

type Query = Record<string, string | number>

/** The two largest teams, one of middling size, and the person with most clients alone. */
const findGroups = async ({ owner }: Bench): Promise<{ name: string; whose: Query }[]> => {
  const { rows: teams } = await owner.query<{ id: string; people: number }>(
    `select supervisor_id::text as id, count(*)::int as people from employee_team group by supervisor_id having count(*) > 1 order by 2 desc, 1`,
  )
  const { rows: persons } = await owner.query<{ id: string; clients: number }>(
    `select employee_id::text as id, count(distinct client_id)::int as clients from client_staff where valid_to is null group by 1 order by 2 desc, 1 limit 1`,
  )
  const chosen = [...new Set([teams[0], teams[1], teams[Math.floor(teams.length / 2)]])]
  return [
    ...chosen.flatMap((one) =>
      one ? [{ name: `team of ${one.people}`, whose: { of: one.id, view: 'team' } as const }] : [],
    ),
    ...persons.map(({ id, clients }) => ({
      name: `one person, ${clients} clients`,
      whose: { of: id, view: 'individual' } as const,
    })),
  ]
}

const bar = (maximum: number) => ({ statistic: 'p95', maximum }) as const

/** What direction looks at on a Monday, in the scope that `whose` names. */
const measureFigures = async (
  { bench, server }: CaseTools,
  name: string,
  whose: Query,
  maximum: number,
): Promise<BenchResult[]> => {
  const { token } = await signInAs(bench, rolesByScope.all)
  const get = (endpoint: Parameters<typeof buildEndpointUrl>[1], query: Query) =>
    sendGet(buildEndpointUrl(server.url, endpoint, { ...whose, ...query }), token)
  const label = (query: Query) => JSON.stringify(query)
  const today = new Date().toISOString().slice(0, 10)
  const year = Number(today.slice(0, 4))
  const eightYears = { range: 'custom', from: `${year - 8}-01-17`, to: today }
  const ranges: Query[] = [{ range: 'yesterday' }, { range: 'month' }, eightYears]
  const dashboard = await measureEachCase(ranges, 5, label, (query) => get(getDashboard, query))
  const months = [{}, { month: `${year - 1}-03` }]
  const month = await measureEachCase(months, 10, label, (query) => get(getMonthCaptation, query))
  const years = [{ year }, { year: year - 3 }]
  const report = await measureEachCase(years, 5, label, (query) => get(getGeneralReport, query))
  const situation = await measureEachCase(
    [{ range: 'custom', from: `${year}-01-01`, to: today }, eightYears],
    5,
    label,
    (query) => get(getSituation, query),
  )
  const panel = await measureEachCase([{}], 15, label, (query) => get(getFirmPanel, query))
  const history = await measureEachCase([{}], 3, label, (query) => get(getProductHistory, query))
  return [
    { what: `${name}: dashboard`, times: dashboard, target: bar(maximum), note: dashboard.slowest },
    { what: `${name}: panel of senior management`, times: panel, target: bar(maximum) },
    { what: `${name}: captation of a month`, times: month, target: bar(maximum), note: month.slowest },
    { what: `${name}: general report of a year`, times: report, target: bar(maximum), note: report.slowest },
    { what: `${name}: situation`, times: situation, target: bar(maximum), note: situation.slowest },
    { what: `${name}: history by product`, times: history },
  ]
}

/** The firm in figures: everything, teams of every size, and one person. */
export const figuresCase = async (tools: CaseTools): Promise<ResultSection[]> => {
  const { bench, server, progress } = tools
  progress('Figures, the whole firm')
  const results = await measureFigures(tools, 'all', {}, 30)
  const { token } = await signInAs(bench, rolesByScope.all)
  const goals = await measureEachCase([{}], 10, String, () =>
    sendGet(buildEndpointUrl(server.url, listGoals.count, {}), token),
  )
  results.push({ what: 'all: goals of the year', times: goals, target: bar(30) })
  for (const { name, whose } of await findGroups(bench)) {
    progress(`Figures, ${name}`)
    results.push(...(await measureFigures(tools, name, whose, 70)))
  }
  return [{ title: 'Figures of the firm, of teams and of one person', results }]
}
