import { spawn } from 'node:child_process'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { mailRoomOf } from '#test/harness/mail.ts'
import { testTenant } from '#test/harness/tenant.ts'
import { startJobs } from './job-runner.ts'
import { enqueue, type Job, type JobRoom } from './jobs.ts'

let t: Awaited<ReturnType<typeof testTenant>>
let room: JobRoom
const dead: string[] = []
const tellDead = async (prefix: string) => void dead.push(prefix)
const started: ReturnType<typeof startJobs>[] = []
const told: string[] = []
beforeAll(async () => {
  t = await testTenant('dino', Date.now)
  await t.owner.query(
    'create table public.done (item text, by_role text); grant select, insert on public.done to public',
  )
  const mail = mailRoomOf(t, Date.now, async () => undefined)
  room = { tenants: t.tenants, clock: Date.now, tasks: [], mail, secret: t.secret, home: t.home, tellDead }
})
afterAll(() => t.drop())
beforeEach(() => {
  told.length = 0
})
afterEach(async () => {
  await Promise.all(started.splice(0).map((one) => one.stop()))
  await t.owner.query('truncate public.done; truncate graphile_worker._private_jobs')
})

const start = (...jobs: Job[]) => {
  const one = startJobs(jobs, room, (_, what) => told.push(what))
  started.push(one)
  return one
}
const note: Job = {
  name: 'test.note',
  of: 'prefix',
  places: 4,
  work: async ({ tenant, item }) => {
    await tenant.pool.query('insert into public.done values ($1, session_user)', [item])
  },
}
const done = async () => (await t.owner.query('select item, by_role from public.done order by 1, 2')).rows
const queued = async () =>
  (
    await t.owner.query(
      'select key, attempts, locked_by is not null as taken from graphile_worker._private_jobs order by 1',
    )
  ).rows

test('runs a job once its transaction commits, as the role of its prefix', async () => {
  start(note)
  const dino = t.tenants.of('dino').db
  const kept = dino.transaction().execute(async (tx) => {
    await enqueue(tx, note, 'undone')
    throw new Error('taken back')
  })
  await expect(kept).rejects.toThrow('taken back')
  await enqueue(dino, note, '1')
  await enqueue(t.tenants.of('cfl').db, note, '1')
  await expect.poll(done).toEqual([
    { item: '1', by_role: 'atalaya_cfl' },
    { item: '1', by_role: 'atalaya_dino' },
  ])
  await expect.poll(queued).toEqual([])
})

test('refuses a prefix to enqueue for another prefix or to read the queue', async () => {
  const { pool } = t.tenants.of('dino')
  const job = [{ task: 'test.note', item: '1', data: { scope: 'cfl' } }]
  await pool.query('select registry.enqueue_jobs($1::jsonb)', [JSON.stringify(job)])
  expect(await queued()).toEqual([{ key: 'dino/test.note/1', attempts: 0, taken: false }])
  for (const sql of [
    'select from graphile_worker._private_jobs',
    `select graphile_worker.add_job('test.note', '{"scope": "cfl"}')`,
    'select graphile_worker.force_unlock_workers($${}$$)',
  ])
    await expect(pool.query(sql)).rejects.toMatchObject({ code: '42501' })
})

test('two concurrent processes run each of many jobs once', async () => {
  const items = Array.from({ length: 60 }, (_, n) => String(n).padStart(2, '0'))
  start(note)
  start(note)
  for (const item of items) await enqueue(t.db, note, item)
  await expect.poll(async () => (await done()).map(({ item }) => item), { timeout: 10_000 }).toEqual(items)
  await expect.poll(queued).toEqual([])
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
  const first = start(slow)
  await enqueue(t.db, note, 'a')
  await expect.poll(() => reached).toBe(true)
  await first.stop()
  started.length = 0
  expect(await queued()).toEqual([{ key: 'dino/test.note/a', attempts: 1, taken: false }])
  start(note)
  await expect.poll(async () => (await done()).length).toBe(1)
})

const script = `
  import { openTenants } from '#server/core/tenancy.ts'
  import { startJobs } from '#server/core/job-runner.ts'
  const tenants = openTenants({ ownerUrl: process.env.OWNER_URL, secret: process.env.SECRET })
  const work = async ({ tenant }) => {
    await tenant.pool.query("insert into public.done values ('begun', session_user)")
    await new Promise(() => setInterval(() => undefined, 1000))
  }
  startJobs([{ name: 'test.note', of: 'prefix', work }], { tenants, clock: Date.now }, console.error)`

test('takes up the job of a killed process as soon as another one starts', async () => {
  await enqueue(t.db, note, 'k')
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
    env: { ...process.env, OWNER_URL: t.ownerUrl, SECRET: t.secret },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  await expect.poll(async () => (await done()).length, { timeout: 30_000 }).toBe(1)
  child.kill('SIGKILL')
  await ended
  expect(await queued()).toEqual([{ key: 'dino/test.note/k', attempts: 1, taken: true }])
  start(note)
  await expect.poll(async () => (await done()).map(({ item }) => item), { timeout: 5_000 }).toEqual(['begun', 'k'])
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
  const first = start(failing)
  await enqueue(t.db, failing, 'f')
  await expect.poll(queued).toEqual([{ key: 'dino/test.note/f', attempts: 1, taken: false }])
  await first.stop()
  started.length = 0
  const { rows } = await t.owner.query(
    'select last_error, run_at > now() + interval $$1 second$$ as later from graphile_worker._private_jobs',
  )
  expect(rows).toEqual([{ last_error: 'the reason', later: true }])

  await t.owner.query('update graphile_worker._private_jobs set run_at = now()')
  start(failing)
  await expect.poll(queued).toEqual([{ key: 'dino/test.note/f', attempts: 2, taken: false }])
  expect(dead).toEqual(['dino'])
  const deadOf = (prefix: 'dino' | 'cfl') =>
    t.tenants.of(prefix).pool.query('select id, task, item, last_error from registry.own_dead_jobs()')
  expect((await deadOf('cfl')).rows).toEqual([])
  const [job] = (await deadOf('dino')).rows
  expect(job).toMatchObject({ task: 'test.note', item: 'f', last_error: 'the reason' })

  const touched = async (prefix: 'dino' | 'cfl', what: 'retry' | 'cancel') =>
    (await t.tenants.of(prefix).pool.query(`select * from registry.${what}_own_job($1)`, [job.id])).rows
  expect([...(await touched('cfl', 'retry')), ...(await touched('cfl', 'cancel'))]).toEqual([])
  expect(await touched('dino', 'retry')).toEqual([{ task: 'test.note', item: 'f' }])
  await vi.waitFor(() => expect(told.length).toBeGreaterThan(2))
  await t.owner.query('update graphile_worker._private_jobs set attempts = 2')
  expect(await touched('dino', 'cancel')).toEqual([{ task: 'test.note', item: 'f' }])
  expect((await deadOf('dino')).rows).toEqual([])
})
