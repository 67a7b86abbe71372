import { parseCronItem } from 'graphile-worker'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testTenant } from '#test/harness/tenant.ts'
import { jobClock } from './job-clock.ts'
import type { Job } from './jobs.ts'

let t: Awaited<ReturnType<typeof testTenant>>
let now = 0
beforeAll(async () => {
  t = await testTenant('dino', () => now)
})
afterAll(() => t.drop())
beforeEach(() => t.owner.query('truncate graphile_worker._private_jobs'))

const atTwo: Job = { name: 'test.atTwo', of: 'prefix', cron: '0 2 * * *', work: async () => undefined }
const daily: Job = { name: 'test.daily', of: 'registry', cron: '30 4 * * *', work: async () => undefined }
const start = () =>
  jobClock(
    [atTwo, daily].map((job) => ({ job, matches: parseCronItem({ task: job.name, match: job.cron! }).match })),
    { tenants: t.tenants, clock: () => now },
  )
const at = (instant: string) => {
  now = Date.parse(instant)
}
/** Takes what is queued, as the workers would. */
const taken = async () =>
  (await t.owner.query('delete from graphile_worker._private_jobs returning key')).rows.map(({ key }) => key).sort()

test("enqueues each prefix's job at its minute in the prefix's time zone", async () => {
  at('2026-06-14T23:58:30Z')
  const tick = start()
  await tick()
  await taken()
  const brought: Record<string, string[]> = {}
  for (let minute = 0; minute < 24 * 60; minute += 1) {
    now += 60_000
    await tick()
    await tick()
    const keys = minute % 30 === 0 || minute < 5 ? await taken() : []
    if (keys.length > 0) brought[new Date(now).toISOString().slice(11, 16)] = keys
  }
  expect(brought).toEqual({
    '00:00': ['dino/test.atTwo/2026-06-15'],
    '01:29': ['dino_uab/test.atTwo/2026-06-15'],
    '04:59': ['registry/test.daily/2026-06-15'],
    '08:29': ['cfl/test.atTwo/2026-06-15'],
  })
})

test('enqueues every job of the current day at start and when the clock jumps', async () => {
  at('2026-06-15T10:00:00Z')
  const tick = start()
  const all = (day: string) => [
    ...['cfl', 'dino', 'dino_uab'].map((prefix) => `${prefix}/test.atTwo/${day}`),
    `registry/test.daily/${day}`,
  ]
  await tick()
  expect(await taken()).toEqual(all('2026-06-15'))
  at('2026-07-15T10:00:00Z')
  await tick()
  expect(await taken()).toEqual(all('2026-07-15'))
  at('2026-06-15T10:01:00Z')
  await tick()
  expect(await taken()).toEqual(all('2026-06-15'))
  await tick()
  expect(await taken()).toEqual([])
})

test('leaves a waiting job of the day unchanged and never revives a dead one', async () => {
  at('2026-06-15T10:00:00Z')
  await start()()
  await t.owner.query('update graphile_worker._private_jobs set attempts = max_attempts')
  await start()()
  expect(
    (await t.owner.query('select from graphile_worker._private_jobs where attempts < max_attempts')).rowCount,
  ).toBe(0)
})
