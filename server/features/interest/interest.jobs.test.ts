import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Prefix } from '#contract/core/values.ts'
import type { JobDeps, JobRun } from '#server/core/jobs.ts'
import type { NightlyRun } from '#server/core/nightly-run.ts'
import { ledgerJobs } from '#server/features/ledger/ledger.jobs.ts'
import { maturityRun } from '#server/features/maturities/run-maturities.ts'
import { createTestTenant } from '#test/harness/tenant.ts'
import { interestJobs } from './interest.jobs.ts'

let t: Awaited<ReturnType<typeof createTestTenant>>
/** Three in the morning in Madrid. */
const nowMs = Date.parse('2026-06-15T01:00:00Z')
beforeAll(async () => {
  t = await createTestTenant('dino', () => nowMs)
})
afterAll(() => t.drop())

/** The first job of a feature, as a prefix's workers would do it. */
const runFirstJob = async ([job]: typeof interestJobs, prefix: Prefix, attempt = 1): Promise<void> => {
  const tenant = t.tenants.of(prefix)
  const run: JobRun = {
    deps: { nightlyRuns: [maturityRun] as readonly NightlyRun[] } as JobDeps,
    item: null,
    attempt,
    signal: new AbortController().signal,
    onError: () => undefined,
    prefix,
    tenant,
    db: tenant.db,
    clock: () => nowMs,
    today: '2026-06-15',
  }
  await (job as Extract<typeof job, { of: 'prefix' }>).work(run)
}
const findFinishedRuns = async (prefix: Prefix) => {
  const { rows } = await t.owner.query(
    `select kind from ${prefix}.posting_run where finished_at is not null order by kind`,
  )
  return rows.map(({ kind }) => kind)
}

test('notifies responsible users once when the nightly posting fails repeatedly, and finishes later', async () => {
  const people = [(await t.as('admin')).userId, (await t.as('direction')).userId].sort()
  await t.as('manager')
  await t.owner.query('alter table dino.posting_run rename to posting_run_away')
  const findNotifications = async () =>
    (await t.owner.query('select user_id::text as id, kind, params from registry.notification order by user_id::text'))
      .rows
  await expect(runFirstJob(interestJobs, 'dino')).rejects.toThrow('posting_run')
  expect(await findNotifications()).toEqual([])
  for (const attempt of [2, 3]) await expect(runFirstJob(interestJobs, 'dino', attempt)).rejects.toThrow('posting_run')
  expect(await findNotifications()).toEqual(
    people.map((id) => ({ id, kind: 'night.postingFailed', params: { date: '2026-06-15' } })),
  )
  // What fails is the posting: the books are looked at all the same.
  await runFirstJob(ledgerJobs, 'dino')
  const { rows } = await t.owner.query(`select value ->> 'day' as day from dino.setting where key = 'ledger.verified'`)
  expect(rows).toEqual([{ day: '2026-06-15' }])

  await t.owner.query('alter table dino.posting_run_away rename to posting_run')
  for (let n = 0; n < 2; n += 1) await runFirstJob(interestJobs, 'dino', 4)
  expect(await findFinishedRuns('dino')).toEqual(['interest', 'maturity'])
})
