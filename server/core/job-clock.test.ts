import { parseCronItem } from 'graphile-worker'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestTenant } from '#test/harness/tenant.ts'
import { buildJobClock } from './job-clock.ts'
import type { Job } from './jobs.ts'

let t: Awaited<ReturnType<typeof createTestTenant>>
let currentTimeMs = 0
beforeAll(async () => {
  t = await createTestTenant('dino', () => currentTimeMs)
})
afterAll(() => t.drop())
beforeEach(() => t.owner.query('truncate graphile_worker._private_jobs'))

const twoOClockJob: Job = { name: 'test.atTwo', of: 'prefix', cron: '0 2 * * *', work: async () => undefined }
const dailyJob: Job = { name: 'test.daily', of: 'registry', cron: '30 4 * * *', work: async () => undefined }
const startTestClock = () =>
  buildJobClock(
    [twoOClockJob, dailyJob].map((job) => ({
      job,
      matches: parseCronItem({ task: job.name, match: job.cron! }).match,
    })),
    { tenants: t.tenants, clock: () => currentTimeMs },
  )
const setTime = (instant: string) => {
  currentTimeMs = Date.parse(instant)
}
/** Takes what is queued, as the workers would. */
const takeQueuedKeys = async () =>
  (await t.owner.query('delete from graphile_worker._private_jobs returning key')).rows.map(({ key }) => key).sort()

test("enqueues each prefix's job at its minute in the prefix's time zone", async () => {
  setTime('2026-06-14T23:58:30Z')
  const tick = startTestClock()
  await tick()
  await takeQueuedKeys()
  const brought: Record<string, string[]> = {}
  for (let minute = 0; minute < 24 * 60; minute += 1) {
    currentTimeMs += 60_000
    await tick()
    await tick()
    const keys = minute % 30 === 0 || minute < 5 ? await takeQueuedKeys() : []
    if (keys.length > 0) brought[new Date(currentTimeMs).toISOString().slice(11, 16)] = keys
  }
  expect(brought).toEqual({
    '00:00': ['dino/test.atTwo/2026-06-15'],
    '01:29': ['dino_uab/test.atTwo/2026-06-15'],
    '04:59': ['registry/test.daily/2026-06-15'],
    '08:29': ['cfl/test.atTwo/2026-06-15'],
  })
})

test('enqueues every job of the current day at start and when the clock jumps', async () => {
  setTime('2026-06-15T10:00:00Z')
  const tick = startTestClock()
  const all = (day: string) => [
    ...['cfl', 'dino', 'dino_uab'].map((prefix) => `${prefix}/test.atTwo/${day}`),
    `registry/test.daily/${day}`,
  ]
  await tick()
  expect(await takeQueuedKeys()).toEqual(all('2026-06-15'))
  setTime('2026-07-15T10:00:00Z')
  await tick()
  expect(await takeQueuedKeys()).toEqual(all('2026-07-15'))
  setTime('2026-06-15T10:01:00Z')
  await tick()
  expect(await takeQueuedKeys()).toEqual(all('2026-06-15'))
  await tick()
  expect(await takeQueuedKeys()).toEqual([])
})

test('leaves a waiting job of the day unchanged and never revives a dead one', async () => {
  setTime('2026-06-15T10:00:00Z')
  await startTestClock()()
  await t.owner.query('update graphile_worker._private_jobs set attempts = max_attempts')
  await startTestClock()()
  expect(
    (await t.owner.query('select from graphile_worker._private_jobs where attempts < max_attempts')).rowCount,
  ).toBe(0)
})
