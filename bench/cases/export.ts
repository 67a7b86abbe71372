import type { Bench } from '#bench/home.ts'
import { buildEndpointUrl, sendGet } from '#bench/http.ts'
import { signInAs } from '#bench/people.ts'
import type { ResultSection } from '#bench/result.ts'
import { listClients } from '#contract/clients.ts'
import type { CaseTools } from './case.ts'

const targetRows = 100_000
const exportedColumns = Object.keys(listClients.columns).filter(
  (key) => !['kind', 'city', 'dniStatus', 'registeredOn', 'activeAccounts', 'email'].includes(key),
)

/** The filter whose clients come nearest to a hundred thousand, from above where there are so many. */
const chooseFilter = async ({ owner }: Bench): Promise<{ filter: Record<string, string>; rows: number }> => {
  const filters: [sql: string, filter: Record<string, string>][] = [
    ['active_accounts > 0', { accountStatus: 'active' }],
    ['smart_movements', { smartMovements: 'true' }],
    ['not smart_movements', { smartMovements: 'false' }],
    ['smart_contributions', { smartContributions: 'true' }],
    ['not smart_contributions', { smartContributions: 'false' }],
    ['has_expired', { accountStatus: 'expired' }],
    ['true', {}],
  ]
  const counts = filters.map(([sql], n) => `count(*) filter (where ${sql})::int as "${n}"`)
  const { rows } = await owner.query<Record<string, number>>(`select ${counts.join(', ')} from client_list`)
  const known = filters.map(([, filter], n) => ({ filter, rows: rows[0]![n]! }))
  const enough = known.filter(({ rows: count }) => count >= targetRows).sort((a, b) => a.rows - b.rows)
  return enough[0] ?? known.at(-1)!
}

/** The client list as Excel: how long for a hundred thousand rows, and how much the server grows while it writes them. */
export const exportCase = async ({ bench, server, progress }: CaseTools): Promise<ResultSection[]> => {
  progress('Excel of the client list')
  const { token } = await signInAs(bench, 'admin')
  const { filter, rows } = await chooseFilter(bench)
  const url = buildEndpointUrl(server.url, listClients.exportRows, {
    ...filter,
    format: 'xlsx',
    columns: exportedColumns.join(','),
  })
  await sendGet(buildEndpointUrl(server.url, listClients.exportRows, { format: 'xlsx', search: 'garcia lopez' }), token)
  const before = server.memory().now
  let most = before
  const timer = setInterval(() => {
    most = Math.max(most, server.memory().now)
  }, 20)
  const begin = performance.now()
  const { bytes } = await sendGet(url, token).finally(() => clearInterval(timer))
  const seconds = (performance.now() - begin) / 1000
  const note = `${rows.toLocaleString('en')} rows in ${seconds.toFixed(2)} s, ${(bytes / 1e6).toFixed(1)} MB`
  const what = `Excel of ${targetRows.toLocaleString('en')} rows × ${exportedColumns.length} columns`
  return [
    {
      title: 'Export',
      results: [
        { what, value: (seconds * targetRows) / rows, unit: 's', target: { statistic: 'value', maximum: 4 }, note },
        {
          what: 'the server grows meanwhile by',
          value: most - before,
          unit: 'MB',
          target: { statistic: 'value', maximum: 120 },
        },
      ],
    },
  ]
}
