import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Bench, openBench } from '#bench/home.ts'
import type { ResultSection } from '#bench/result.ts'
import type { ProgressReporter } from '#db/progress.ts'
import { findProjectRoot } from '#server/core/config.ts'
import type { CaseTools } from './case.ts'

const execFileAsync = promisify(execFile)

type RunCost = { seconds: number; megabytes: number }
type NightResults = Record<'interest' | 'maturity', RunCost & { accounts: number; note: string }>

/** A whole month of payouts and maturities at once, as after a month in which nothing was posted: a heavier night than any other. */
const measureNight = async (
  { owner, ownerUrl, secret, seeded }: Bench,
  progress: ProgressReporter,
): Promise<NightResults> => {
  const { rows } = await owner.query<{ day: string }>(
    `select (greatest(current_date, (select max(business_date) from posting_run)) + interval '1 month')::date::text as day`,
  )
  const { day } = rows[0]!
  progress(`Interest and maturities of a month on ${seeded.size}, up to ${day}`)
  const script = join(findProjectRoot(), 'bench', 'post-night.ts')
  const { stdout } = await execFileAsync(process.execPath, ['--import', 'tsx', script, ownerUrl, secret, day])
  const took = JSON.parse(stdout) as Record<'interest' | 'maturity', RunCost>
  const measure = async (kind: 'interest' | 'maturity') => {
    const done = await owner.query<{ accounts: number; journals: number; failures: number }>(
      'select accounts, journals, failures from posting_run where business_date = $1 and kind = $2 order by id desc limit 1',
      [day, kind],
    )
    const { accounts, journals, failures } = done.rows[0]!
    const note = `${accounts.toLocaleString('en')} accounts, ${journals.toLocaleString('en')} journals, ${failures} left out`
    return { ...took[kind], accounts, note }
  }
  const night = { interest: await measure('interest'), maturity: await measure('maturity') }
  for (const table of ['account_balance', 'total_delta', 'journal', 'posting', 'account', 'payment_order'])
    await owner.query(`vacuum (analyze) ${table}`)
  return night
}

/** The same on S, for how much more an account costs where there are forty times as many. */
const measureSmallNight = async (progress: ProgressReporter): Promise<NightResults> => {
  const small = await openBench('S', progress)
  return measureNight(small, progress).finally(() => small.end())
}

const calculateMsPerAccount = ({ seconds, accounts }: NightResults['interest']): number =>
  (seconds * 1000) / Math.max(1, accounts)

export const interestCase = async ({ bench, size, progress }: CaseTools): Promise<ResultSection[]> => {
  const { interest, maturity } = await measureNight(bench, progress)
  const small = size === 'L' ? await measureSmallNight(progress) : undefined
  const growth = (kind: 'interest' | 'maturity', one: NightResults['interest']) =>
    small && {
      ratio: calculateMsPerAccount(one) / calculateMsPerAccount(small[kind]),
      note: `of limit: beside an account of S, ${calculateMsPerAccount(small[kind]).toFixed(2)} ms`,
    }
  const results = [
    {
      what: 'a month of payouts, all in one run',
      value: interest.seconds / 60,
      unit: 'min',
      note: interest.note,
      target: { statistic: 'value' as const, maximum: 5 },
    },
    { what: 'of it, one account', value: calculateMsPerAccount(interest), unit: 'ms', ...growth('interest', interest) },
    {
      what: 'memory of the process that posts, at most',
      value: interest.megabytes,
      unit: 'MB',
      target: { statistic: 'value' as const, maximum: 300 },
    },
    {
      what: 'the maturities of that month',
      value: maturity.seconds / 60,
      unit: 'min',
      note: maturity.note,
      target: { statistic: 'value' as const, maximum: 5 },
    },
    { what: 'of it, one account', value: calculateMsPerAccount(maturity), unit: 'ms', ...growth('maturity', maturity) },
    {
      what: 'memory of the process after both, at most',
      value: maturity.megabytes,
      unit: 'MB',
      target: { statistic: 'value' as const, maximum: 300 },
    },
  ]
  return [{ title: 'The night: accrual, withholding, maturities; journals, balances, totals, audit', results }]
}
