import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Section } from '#bench/result.ts'
import { projectRoot } from '#server/core/config.ts'
import type { CaseTools } from './case.ts'

const run = promisify(execFile)

/** A whole month of payouts at once, as after a month in which nothing was posted: a heavier night than any other. */
export const interestCase = async ({ bench, progress }: CaseTools): Promise<Section[]> => {
  const { rows } = await bench.owner.query<{ day: string }>(
    `select (greatest(current_date, (select max(business_date) from posting_run)) + interval '1 month')::date::text as day`,
  )
  const { day } = rows[0]!
  progress(`Interest of a month, up to ${day}`)
  const script = join(projectRoot(), 'bench', 'post-interest.ts')
  const { stdout } = await run(process.execPath, ['--import', 'tsx', script, bench.ownerUrl, bench.secret, day])
  const { seconds, megabytes } = JSON.parse(stdout) as { seconds: number; megabytes: number }
  const done = await bench.owner.query<{ accounts: number; journals: number; failures: number }>(
    'select accounts, journals, failures from posting_run where business_date = $1 order by id desc limit 1',
    [day],
  )
  const { accounts, journals, failures } = done.rows[0]!
  const note = `${accounts.toLocaleString('en')} accounts, ${journals.toLocaleString('en')} journals, ${failures} left out`
  const results = [
    {
      ...{ what: 'a month of payouts, all in one run', value: seconds / 60, unit: 'min', note },
      bar: { of: 'value' as const, most: 10 },
    },
    {
      ...{ what: 'memory of the process that posts, at most', value: megabytes, unit: 'MB' },
      bar: { of: 'value' as const, most: 300 },
    },
  ]
  for (const table of ['account_balance', 'total_delta', 'journal', 'posting'])
    await bench.owner.query(`vacuum (analyze) ${table}`)
  return [{ title: 'Posting interest: accrual, withholding, journals, balances, totals, audit', results }]
}
