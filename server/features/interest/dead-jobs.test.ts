import { afterAll, beforeAll, expect, test } from 'vitest'
import { cancelJob, jobNames, listDeadJobs, retryJob } from '#contract/interest.ts'
import { allJobs } from '#server/all-jobs.ts'
import { enqueueJob } from '#server/core/jobs.ts'
import { createTestTenant } from '#test/harness/tenant.ts'

let t: Awaited<ReturnType<typeof createTestTenant>>
beforeAll(async () => {
  t = await createTestTenant()
})
afterAll(() => t.drop())

/** A job of the prefix that has used up its attempts. */
const createDeadJob = async (prefix: 'dino' | 'cfl', name: string, item: string) => {
  await enqueueJob(t.tenants.of(prefix).db, { name }, item)
  await t.owner.query(
    `update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'no room', run_at = now() + exp(10) * interval '1 second' where key = $1`,
    [`${prefix}/${name}/${item}`],
  )
}

test('every job that a feature declares is run, and no other of a prefix', () => {
  const own = allJobs.filter(({ of }) => of === 'prefix').map(({ name }) => name)
  expect([...own, 'other'].sort()).toEqual([...jobNames].sort())
})

test('lists dead jobs of the prefix, retries or cancels each once, and audits it', async () => {
  const admin = await t.as('admin')
  await createDeadJob('dino', 'imports.carryOut', '7')
  await createDeadJob('dino', 'staff.endAccess', '2026-06-15')
  await createDeadJob('dino', 'left.over', '1')
  await createDeadJob('cfl', 'imports.carryOut', '8')
  await enqueueJob(t.db, { name: 'notices.send' }, '2026-06-15')
  const { jobs } = await admin.call(listDeadJobs, {})
  expect(jobs.map(({ job, about, error }) => [job, about, error]).sort()).toEqual([
    ['imports.carryOut', '7', 'no room'],
    ['other', '1', 'no room'],
    ['staff.endAccess', '2026-06-15', 'no room'],
  ])
  const idOf = (name: string) => ({ params: { jobId: jobs.find(({ job }) => job === name)!.id } })
  expect(await admin.call(retryJob, idOf('imports.carryOut'))).toEqual({ job: 'imports.carryOut' })
  expect(await admin.call(cancelJob, idOf('staff.endAccess'))).toEqual({ job: 'staff.endAccess' })
  for (const [endpoint, name] of [
    [retryJob, 'imports.carryOut'],
    [cancelJob, 'staff.endAccess'],
    [retryJob, 'staff.endAccess'],
  ] as const)
    await expect(admin.call(endpoint, idOf(name))).rejects.toMatchObject({ status: 404 })
  const foreign = await t.owner.query(`select id::text from graphile_worker._private_jobs where key like 'cfl/%'`)
  await expect(admin.call(retryJob, { params: { jobId: foreign.rows[0].id } })).rejects.toMatchObject({ status: 404 })
  expect((await admin.call(listDeadJobs, {})).jobs.map(({ job }) => job)).toEqual(['other'])
  const { rows } = await t.owner.query(`select action, after from dino.audit_event where entity = 'job' order by id`)
  expect(rows).toEqual([
    { action: 'job.retried', after: { task: 'imports.carryOut', about: '7' } },
    { action: 'job.cancelled', after: { task: 'staff.endAccess', about: '2026-06-15' } },
  ])
})
