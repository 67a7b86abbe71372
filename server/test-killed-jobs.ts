import { expect } from 'vitest'
import { holdLock } from '#test/harness/hold-lock.ts'
import { createMailDeps } from '#test/harness/mail.ts'
import type { createTestTenant } from '#test/harness/tenant.ts'
import { startTestProcess } from '#test/harness/test-process.ts'
import { allJobs } from './all-jobs.ts'
import { allDayReasons, allNightlyRuns, allTasks } from './app.ts'
import { startJobs } from './core/job-runner.ts'
import type { OutgoingMail } from './core/mail/mail-transport.ts'

type TestTenant = Awaited<ReturnType<typeof createTestTenant>>

/** Killed amid their work by all-jobs.test.ts: a half of them in each run, the other in the full one. */
export const killedMoneyJobs = [
  [
    'approvals.expire',
    'handovers.carryOut',
    'staff.applyMoves',
    'staff.endAccess',
    'interest.postNightly',
    'mail.send',
  ],
  ['imports.carryOut', 'paymentBatches.send', 'ledger.verifyAsked', 'contributions.notifyOverdue', 'notices.send'],
]

/** Killed by agenda-jobs.test.ts. */
export const killedAgendaJobs = [
  'figures.summaryMail',
  'kyc.expiries',
  'meetings.mail',
  'meetings.remind',
  'myDay.mail',
]

/** Killed by night-jobs.test.ts, at the hour at which it works. */
export const killedNightJobs = ['ledger.verifyNightly']

/** Runs all jobs as two processes would, on the same clock. */
export const startTwoRunners = (t: TestTenant, clock: () => number, deliver: (mail: OutgoingMail) => void) => {
  const failures: string[] = []
  const mail = createMailDeps(t, clock, async (letter) => deliver(letter))
  const deps = {
    tenants: t.tenants,
    clock,
    tasks: allTasks,
    dayReasons: allDayReasons,
    nightlyRuns: allNightlyRuns,
    mail,
    secret: t.secret,
    home: t.home,
    publicUrl: 'https://crm.example',
    google: undefined,
    replyMailbox: undefined,
    notifyDeadJob: async () => undefined,
  }
  const runners = [1, 2].map(() => startJobs(allJobs, deps, (error, what) => failures.push(`${what}: ${error}`)))
  return { failures, mailFailures: mail.failures, stop: () => Promise.all(runners.map((one) => one.stop())) }
}

/** Jobs that wait, run or failed, but for those of a later hour. */
export const findPendingJobs = async (t: TestTenant) =>
  (
    await t.owner.query<{ key: string }>(
      `select key from graphile_worker._private_jobs where attempts < max_attempts and (run_at <= now() or attempts > 0)`,
    )
  ).rows

/** Has a process begin these jobs, and kills it once each of them is held where it writes. */
export const killAmid = async (
  t: TestTenant,
  names: readonly string[],
  { now, writtenTables }: { now: number; writtenTables: readonly string[] },
): Promise<void> => {
  const held = await holdLock(
    t.ownerUrl,
    writtenTables.map((table) => `lock table ${table} in share row exclusive mode`).join(';'),
  )
  const jobProcess = startTestProcess(new URL('test-job-process.ts', import.meta.url), {
    env: { OWNER_URL: t.ownerUrl, SECRET: t.secret, NOW: String(now), JOBS: names.join(','), HOME_OF: t.home },
  })
  const findRunningJobs = async () =>
    (
      await t.owner.query<{ name: string }>(
        `select distinct t.identifier as name from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
          where j.locked_by is not null and j.payload ->> 'scope' in ('dino', 'registry') order by 1`,
      )
    ).rows.map(({ name }) => name)
  await expect.poll(findRunningJobs, { timeout: 60_000 }).toEqual([...names].sort())
  await held.reached()
  await jobProcess.kill()
  await held.release()
  expect(await findRunningJobs()).toEqual([...names].sort())
}
