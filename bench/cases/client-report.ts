import type { Bench } from '#bench/home.ts'
import { buildEndpointUrl, sendGet, sendPost } from '#bench/http.ts'
import { measureSequentially } from '#bench/measure.ts'
import { signInAs } from '#bench/people.ts'
import type { BenchResult, ResultSection } from '#bench/result.ts'
import type { BenchServer } from '#bench/server.ts'
import { exportClientReports, printClientReport, type ReportOptions } from '#contract/client-reports.ts'
import type { CaseTools } from './case.ts'

const repetitions = 100
const bulkReports = 1000

const countPages = (text: string): number => text.match(/\/Type \/Page\n/g)?.length ?? 0

/** A year of movements with every part, which is two pages and more for a usual client. */
const findOptions = async ({ owner }: Bench): Promise<ReportOptions> => {
  const { rows } = await owner.query<{ on: string; from: string }>(
    `select max(booking_date)::text as on, (max(booking_date) - 365)::text as from from posting where booking_date <= current_date`,
  )
  return { ...rows[0]!, sections: ['data', 'accounts', 'holders', 'growth', 'movements', 'externalPositions'] }
}

/** Clients with accounts of their own, one after another. */
const findClientIds = async ({ owner }: Bench, limit: number): Promise<string[]> => {
  const { rows } = await owner.query<{ id: string }>(
    'select client_id as id from client_list where active_accounts > 1 order by client_id limit $1',
    [limit],
  )
  return rows.map(({ id }) => id)
}

const measureArchive = async (
  server: BenchServer,
  token: string,
  options: ReportOptions,
  clientIds: readonly string[],
): Promise<BenchResult[]> => {
  const url = buildEndpointUrl(server.url, exportClientReports, {})
  const before = server.memory().now
  let most = before
  const timer = setInterval(() => {
    most = Math.max(most, server.memory().now)
  }, 20)
  const begin = performance.now()
  const body = { selection: { by: 'clients', clientIds }, options }
  const { bytes } = await sendPost(url, token, body).finally(() => clearInterval(timer))
  const seconds = (performance.now() - begin) / 1000
  return [
    {
      what: `${bulkReports.toLocaleString('en')} reports as one zip`,
      value: (seconds * bulkReports) / clientIds.length,
      unit: 's',
      target: { statistic: 'value', maximum: 60 },
      note: `${clientIds.length} reports, ${(bytes / 1e6).toFixed(1)} MB`,
    },
    {
      what: 'the server grows meanwhile by',
      value: most - before,
      unit: 'MB',
      target: { statistic: 'value', maximum: 120 },
    },
  ]
}

/** Reports of clients: one after another, and a thousand in one file. */
export const clientReportCase = async ({ bench, server, progress }: CaseTools): Promise<ResultSection[]> => {
  progress('Client reports')
  const { token } = await signInAs(bench, 'admin')
  const options = await findOptions(bench)
  const clientIds = await findClientIds(bench, bulkReports)
  const query = { ...options, sections: options.sections.join(',') }
  const print = (turn: number) =>
    sendGet(
      buildEndpointUrl(server.url, printClientReport, query, { clientId: clientIds[turn % clientIds.length]! }),
      token,
    )
  const { text } = await print(0)
  for (let turn = 0; turn < repetitions / 5; turn++) await print(turn)
  const before = server.processor()
  const times = await measureSequentially(repetitions, print)
  // With the warm-up of a tenth that is measured along.
  const each = (server.processor() - before) / (repetitions * 1.1)
  const note = `${countPages(text)} pages with a chart`
  return [
    {
      title: 'Client report',
      results: [
        { what: 'reports of clients, one after another', times, target: { statistic: 'p95', maximum: 50 }, note },
        { what: 'processor time for each', value: each, unit: 'ms' },
        ...(await measureArchive(server, token, options, clientIds)),
      ],
    },
  ]
}
