import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { holdLock } from '#test/harness/hold-lock.ts'
import { createMailDeps } from '#test/harness/mail.ts'
import { createTestTenant } from '#test/harness/tenant.ts'
import { startTestProcess } from '#test/harness/test-process.ts'
import { startJobs } from './job-runner.ts'
import { enqueueJob, type Job, type JobDeps } from './jobs.ts'

let t: Awaited<ReturnType<typeof createTestTenant>>
let jobDeps: JobDeps
const deadJobPrefixes: string[] = []
const recordDeadJob = async (prefix: string) => void deadJobPrefixes.push(prefix)
const startedRunners: ReturnType<typeof startJobs>[] = []
const reportedErrors: string[] = []
beforeAll(async () => {
  t = await createTestTenant('dino', Date.now)
  await t.owner.query(
    'create table public.done (item text, by_role text); grant select, insert on public.done to public',
  )
  const mail = createMailDeps(t, Date.now, async () => undefined)
  jobDeps = {
    tenants: t.tenants,
    clock: Date.now,
    tasks: [],
    mail,
    secret: t.secret,
    home: t.home,
    publicUrl: 'https://crm.example',
    google: undefined,
    replyMailbox: undefined,
    dayReasons: [],
    nightlyRuns: [],
    notifyDeadJob: recordDeadJob,
  }
})
afterAll(() => t.drop())
beforeEach(() => {
  reportedErrors.length = 0
})
afterEach(async () => {
  await Promise.all(startedRunners.splice(0).map((one) => one.stop()))
  await t.owner.query('truncate public.done; truncate graphile_worker._private_jobs')
})

const startTestJobs = (...jobs: Job[]) => {
  const one = startJobs(jobs, jobDeps, (_, what) => reportedErrors.push(what))
  startedRunners.push(one)
  return one
}
const noteJob: Job = {
  name: 'test.note',
  of: 'prefix',
  maxParallelRuns: 4,
  work: async ({ tenant, item }) => {
    await tenant.pool.query('insert into public.done values ($1, session_user)', [item])
  },
}
const findDoneItems = async () => (await t.owner.query('select item, by_role from public.done order by 1, 2')).rows
const findQueuedJobs = async () =>
  (
    await t.owner.query(
      'select key, attempts, locked_by is not null as taken from graphile_worker._private_jobs order by 1',
    )
  ).rows

test('runs a job once its transaction commits, as the role of its prefix', async () => {
  startTestJobs(noteJob)
  const dino = t.tenants.of('dino').db
  const kept = dino.transaction().execute(async (tx) => {
    await enqueueJob(tx, noteJob, 'undone')
    throw new Error('taken back')
  })
  await expect(kept).rejects.toThrow('taken back')
  await enqueueJob(dino, noteJob, '1')
  await enqueueJob(t.tenants.of('cfl').db, noteJob, '1')
  await expect.poll(findDoneItems).toEqual([
    { item: '1', by_role: 'atalaya_cfl' },
    { item: '1', by_role: 'atalaya_dino' },
  ])
  await expect.poll(findQueuedJobs).toEqual([])
})

test('refuses a prefix to enqueue for another prefix or to read the queue', async () => {
  const { pool } = t.tenants.of('dino')
  const job = [{ task: 'test.note', item: '1', data: { scope: 'cfl' } }]
  await pool.query('select registry.enqueue_jobs($1::jsonb)', [JSON.stringify(job)])
  expect(await findQueuedJobs()).toEqual([{ key: 'dino/test.note/1', attempts: 0, taken: false }])
  for (const sql of [
    'select from graphile_worker._private_jobs',
    `select graphile_worker.add_job('test.note', '{"scope": "cfl"}')`,
    'select graphile_worker.force_unlock_workers($${}$$)',
  ])
    await expect(pool.query(sql)).rejects.toMatchObject({ code: '42501' })
})

test('two concurrent processes run each of many jobs once', async () => {
  const items = Array.from({ length: 60 }, (_, n) => String(n).padStart(2, '0'))
  startTestJobs(noteJob)
  startTestJobs(noteJob)
  for (const item of items) await enqueueJob(t.db, noteJob, item)
  await expect.poll(async () => (await findDoneItems()).map(({ item }) => item), { timeout: 10_000 }).toEqual(items)
  await expect.poll(findQueuedJobs).toEqual([])
})

test('releases an interrupted job at once when its process ends', async () => {
  let reached = false
  const slow: Job = {
    name: 'test.note',
    of: 'prefix',
    work: ({ signal }) =>
      new Promise<void>((resolve) => {
        reached = true
        signal.addEventListener('abort', () => resolve())
      }),
  }
  const first = startTestJobs(slow)
  await enqueueJob(t.db, noteJob, 'a')
  await expect.poll(() => reached).toBe(true)
  await first.stop()
  startedRunners.length = 0
  expect(await findQueuedJobs()).toEqual([{ key: 'dino/test.note/a', attempts: 1, taken: false }])
  startTestJobs(noteJob)
  await expect.poll(async () => (await findDoneItems()).length).toBe(1)
})

test('counts no attempt of a job that was taken while its process ended', async () => {
  const first = startTestJobs(noteJob)
  await enqueueJob(t.db, noteJob, 'first')
  await expect.poll(async () => (await findDoneItems()).length).toBe(1)
  await expect.poll(findQueuedJobs).toEqual([])
  const holder = await holdLock(
    t.ownerUrl,
    `lock table graphile_worker._private_jobs in exclusive mode;
     select graphile_worker.add_job('test.note', '{"scope": "dino", "item": "late"}', job_key => 'late')`,
  )
  // All ten workers look for it: one takes it after another, as it is given back between them.
  await t.owner.query(`select pg_notify('jobs:insert', '{"count": 10}')`)
  await holder.reached()
  const stopped = first.stop()
  await holder.commit()
  await stopped
  startedRunners.length = 0
  await expect.poll(findQueuedJobs).toEqual([{ key: 'late', attempts: 0, taken: false }])
  expect((await findDoneItems()).length).toBe(1)
})

test('takes up the job of a killed process as soon as another one starts', async () => {
  await enqueueJob(t.db, noteJob, 'k')
  const jobProcess = startTestProcess(new URL('test-job-process.ts', import.meta.url), {
    env: { OWNER_URL: t.ownerUrl, SECRET: t.secret, NOW: String(Date.now()), HOME_OF: t.home },
  })
  await expect.poll(async () => (await findDoneItems()).length, { timeout: 30_000 }).toBe(1)
  await jobProcess.kill()
  expect(await findQueuedJobs()).toEqual([{ key: 'dino/test.note/k', attempts: 1, taken: true }])
  startTestJobs(noteJob)
  await expect
    .poll(async () => (await findDoneItems()).map(({ item }) => item), { timeout: 5_000 })
    .toEqual(['begun', 'k'])
}, 60_000)

test('retries a failing job across restarts and lists it once attempts are used up', async () => {
  const failing: Job = {
    name: 'test.note',
    of: 'prefix',
    maxAttempts: 2,
    work: async () => {
      throw new Error('the reason\nwith a second line')
    },
  }
  const first = startTestJobs(failing)
  await enqueueJob(t.db, failing, 'f')
  await expect.poll(findQueuedJobs).toEqual([{ key: 'dino/test.note/f', attempts: 1, taken: false }])
  await first.stop()
  startedRunners.length = 0
  const { rows } = await t.owner.query(
    'select last_error, run_at > now() + interval $$1 second$$ as later from graphile_worker._private_jobs',
  )
  expect(rows).toEqual([{ last_error: 'the reason', later: true }])

  await t.owner.query('update graphile_worker._private_jobs set run_at = now()')
  startTestJobs(failing)
  await expect.poll(findQueuedJobs).toEqual([{ key: 'dino/test.note/f', attempts: 2, taken: false }])
  expect(deadJobPrefixes).toEqual(['dino'])
  const deadOf = (prefix: 'dino' | 'cfl') =>
    t.tenants.of(prefix).pool.query('select id, task, item, last_error from registry.own_dead_jobs()')
  expect((await deadOf('cfl')).rows).toEqual([])
  const [job] = (await deadOf('dino')).rows
  expect(job).toMatchObject({ task: 'test.note', item: 'f', last_error: 'the reason' })

  const touched = async (prefix: 'dino' | 'cfl', what: 'retry' | 'cancel') =>
    (await t.tenants.of(prefix).pool.query(`select * from registry.${what}_own_job($1)`, [job.id])).rows
  expect([...(await touched('cfl', 'retry')), ...(await touched('cfl', 'cancel'))]).toEqual([])
  expect(await touched('dino', 'retry')).toEqual([{ task: 'test.note', item: 'f' }])
  await vi.waitFor(() => expect(reportedErrors.length).toBeGreaterThan(2))
  await t.owner.query('update graphile_worker._private_jobs set attempts = 2')
  // The error is reported a moment before the queue has the job back.
  await vi.waitFor(async () => expect(await touched('dino', 'cancel')).toEqual([{ task: 'test.note', item: 'f' }]))
  expect((await deadOf('dino')).rows).toEqual([])
})
