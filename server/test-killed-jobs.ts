import { expect } from 'vitest'
import { holdLock } from '#test/harness/hold-lock.ts'
import { createMailDeps } from '#test/harness/mail.ts'
import type { createTestTenant } from '#test/harness/tenant.ts'
import { startTestProcess } from '#test/harness/test-process.ts'
import { allJobs } from './all-jobs.ts'
import { allDayReasons, allTasks } from './app.ts'
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

const enqueuesOnly = 'looks for what waits and enqueues it under a key of its own: again is the same'
const oneTransaction = 'marks and notifies in one transaction: what is marked is not found again'
const fileByFile = 'a transaction for each file: what is left is found again'

/** The others, and why nothing of theirs can be left half done. */
export const jobsWithoutKill: Readonly<Record<string, string>> = {
  'attachments.purge': fileByFile,
  'clientDocuments.purge': fileByFile,
  'clientErasures.due': oneTransaction,
  'clientErasures.files': 'drops files by their ids: done again it finds nothing',
  'clientMail.send': 'the queue of e-mails, as those that are killed',
  'consents.makeDocuments': 'a transaction for each document: a link without one is found again',
  'consents.supersede': 'a transaction for each batch: what holds still is found again',
  'files.sweep': fileByFile,
  'googleCalendar.due': enqueuesOnly,
  'googleCalendar.sync': 'claims a calendar for ten minutes and only reads it: it is read anew',
  'imports.find': enqueuesOnly,
  'kyc.unusedFiles': 'one statement',
  'ledger.verifyNightly': 'reads the books, and writes down in one transaction that it has',
  'meetings.replies': 'a transaction for each answer; read twice, an answer says the same',
  'notices.queueMaturities': 'one statement that adds what is not there',
  'paymentBatches.find': enqueuesOnly,
}

/** Runs all jobs as two processes would, on the same clock. */
export const startTwoRunners = (t: TestTenant, clock: () => number, deliver: (mail: OutgoingMail) => void) => {
  const failures: string[] = []
  const mail = createMailDeps(t, clock, async (letter) => deliver(letter))
  const deps = {
    tenants: t.tenants,
    clock,
    tasks: allTasks,
    dayReasons: allDayReasons,
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
