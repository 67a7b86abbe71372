import { afterAll, beforeAll, expect, test } from 'vitest'
import { startLedgerVerification } from '#contract/accounting.ts'
import { confirmBatchSent } from '#contract/payment-batches.ts'
import { takeFirstCases } from '#test/harness/circles.ts'
import { allJobs } from './all-jobs.ts'
import { setDisabledTasks } from './domain/approvals.ts'
import { createImportFixture, today } from './features/imports/mapped/test-imports.ts'
import { createBatchFixture } from './features/payment-batches/test-batches.ts'
import {
  findPendingJobs,
  killAmid,
  killedAgendaJobs,
  killedMoneyJobs,
  killedNightJobs,
  startTwoRunners,
} from './test-killed-jobs.ts'

type BatchFirm = Awaited<ReturnType<typeof createBatchFixture>>
let batchFirm: BatchFirm
let runners: ReturnType<typeof startTwoRunners>
const queryRows = async <R extends object>(sql: string) => (await batchFirm.t.owner.query<R>(sql)).rows
/** Something to do for each kind of job, by the calls that make it where there is one. */
const createJobWork = async (): Promise<void> => {
  const { make, owner } = batchFirm.t
  // What somebody gains by a move is not what this is about.
  await setDisabledTasks(batchFirm.t.db, ['staffMove'])
  const [head, mover, leaver, taker] = await Promise.all([1, 2, 3, 4].map(() => make.employee()))
  await batchFirm.t.as('manager', leaver!.cvl)
  const client = await make.client({ staff: { manager: mover!.id } })
  const account = await make.account({ clientId: client.id })
  const { journalId } = await make.movement(account.id, '100.00', 'contribution', '2026-01-10')
  await owner.query(`
    set search_path = dino;
    insert into approval (task, entity, payload, reason, made_by, expires_at)
      values ('staffMove', 'employee', '{}', 'a test', ${batchFirm.admin.userId}, '2026-06-14T10:00:00Z');
    insert into supervisor_move (employee_id, supervisor_id, effective_on, created_at)
      values (${mover!.id}, ${head!.id}, '2026-06-14', '2026-06-01T10:00:00Z');
    update employee set terminated_on = '2026-06-14' where id = ${leaver!.id};
    with h as (
      insert into handover (role, to_id, from_ids, clients, capital, effective_on, reason, state, proposed_by)
        values ('manager', ${taker!.id}, array[${mover!.id}]::bigint[], 1, 0, '2026-06-14', 'a test', 'accepted', ${batchFirm.admin.userId}) returning id)
    insert into handover_client (handover_id, client_id, from_id, link_id)
      select h.id, l.client_id, l.employee_id, l.id from h, client_staff l where l.client_id = ${client.id} and l.role = 'manager';
    insert into unconfirmed_contribution (account_id, journal_id, amount, noted_on) values (${account.id}, ${journalId}, 100, '2026-01-10');
    insert into setting (key, value) values ('notices.on', '["contribution"]');
    insert into client_notice (client_id, account_id, kind, about_id, about_on, amount)
      values (${client.id}, ${account.id}, 'contribution', ${journalId}, '2026-06-14', 100);
    update client set email = 'ana@client.example' where id = ${client.id};
    reset search_path`)
  const { paymentId } = await batchFirm.approved('10.00')
  const { batchId } = await batchFirm.make({ by: 'orders', paymentIds: [paymentId] })
  await batchFirm.submit(batchId)
  await batchFirm.letBatchGo(batchId)
  await batchFirm.admin.call(confirmBatchSent, { params: { batchId } })
  const imports = await createImportFixture(batchFirm.t)
  const into = await imports.account()
  const importId = await imports.upload(`cuenta,fecha,importe,tipo\n${into.number},2026-01-20,9.00,aporte`)
  await imports.check(importId)
  await imports.letGo((await imports.submit(importId)).approvalId)
  await batchFirm.admin.call(startLedgerVerification, {})
  const email = encodeURIComponent(batchFirm.admin.email)
  await batchFirm.t.app.inject({ method: 'POST', url: `/ApiRest/api/auth/password-change?email=${email}` })
  await expect.poll(() => queryRows('select from registry.mail')).toHaveLength(1)
}

beforeAll(async () => {
  batchFirm = await createBatchFixture()
})
afterAll(async () => {
  await runners?.stop()
  await batchFirm.t.drop()
})

test('calls that make work leave it in the queue', async () => {
  await createJobWork()
  expect(
    (await queryRows<{ key: string }>('select key from graphile_worker._private_jobs'))
      .map(({ key }) => key.replace(/\d+$/, 'n'))
      .sort(),
  ).toEqual([
    'dino/imports.carryOut/n',
    'dino/ledger.verifyAsked/n',
    'dino/paymentBatches.send/n',
    'registry/mail.send/n',
  ])
}, 60_000)

/** Tables that each of them writes to somewhere in its work. */
const writtenTables = ['dino.audit_event', 'registry.notification', 'dino.ledger_verification', 'dino.posting_run']

// The second half is killed in the same way, in the full suite.
test.each(takeFirstCases(1, killedMoneyJobs))(
  'killing a process amid %s and other jobs leaves nothing half done',
  (...names) => killAmid(batchFirm.t, names, { now: batchFirm.clock.now, writtenTables }),
  120_000,
)

test('every kind of job is killed in a test, or says why not', () => {
  const silent = allJobs.filter(({ ifKilled }) => ifKilled === undefined).map(({ name }) => name)
  expect(silent.sort()).toEqual([...killedMoneyJobs.flat(), ...killedAgendaJobs, ...killedNightJobs].sort())
})

/** How often each thing was done, as its own tables and the audit say it. */
const countAuditedActions = async () => {
  const audited = await queryRows<{ action: string; times: number }>(
    `select action, count(*)::int as times from dino.audit_event
      where action in ('approval.expired', 'handover.done', 'employee.moved', 'employee.accessEnded', 'mappedImport.done', 'notice.sent', 'notice.failed')
      group by 1`,
  )
  const [counted] = await queryRows<Record<string, number>>(
    `select (select count(*)::int from dino.posting_run where finished_at is not null) as runs,
            (select count(*)::int from dino.posting_run) as "runsBegun",
            (select count(*)::int from dino.ledger_verification where finished_at is not null) as looks,
            (select count(*)::int from dino.unconfirmed_contribution where told_on = '${today}') as overdue,
            (select count(*)::int from dino.payment_order where state = 'sent') as paid,
            (select count(*)::int from dino.journal where source = 'payment') as "paidJournals",
            (select count(*)::int from registry.mail where sent_at is not null) as mails`,
  )
  return { ...Object.fromEntries(audited.map(({ action, times }) => [action, times])), ...counted }
}
const expectedActionCounts = {
  'approval.expired': 1,
  'handover.done': 1,
  'employee.moved': 1,
  'employee.accessEnded': 1,
  'mappedImport.done': 1,
  'notice.sent': 1,
  runs: 2,
  runsBegun: 2,
  looks: 1,
  overdue: 1,
  paid: 1,
  paidJournals: 1,
  mails: 1,
}

test('two processes do each queued thing once after a killed one', async () => {
  // E-mails whose sender died are tried again after half a minute.
  await batchFirm.t.owner.query(
    'update registry.mail set next_at = now() - interval $$1 year$$; update dino.client_notice set next_at = null',
  )
  runners = startTwoRunners(
    batchFirm.t,
    () => batchFirm.clock.now,
    () => undefined,
  )
  await expect.poll(countAuditedActions, { timeout: 20_000 }).toEqual(expectedActionCounts)
  await expect.poll(() => findPendingJobs(batchFirm.t), { timeout: 10_000 }).toEqual([])
  expect(runners.failures).toEqual([])
  expect(await batchFirm.differences()).toEqual([])
}, 60_000)

test("a clock that jumps forward and back does each day's work once", async () => {
  const runs = () =>
    queryRows(
      `select kind, business_date::text as day from dino.posting_run where finished_at is not null order by 2, 1`,
    )
  const bothOf = (day: string) => ['interest', 'maturity'].map((kind) => ({ kind, day }))
  const brought = async () => {
    const [{ last }] = (await queryRows<{ last: string }>(
      `select last_value::text as last from pg_sequences where schemaname = 'graphile_worker' and sequencename like '%jobs_id%'`,
    )) as [{ last: string }]
    return Number(last)
  }
  for (const days of [1, -1, 1]) {
    const before = await brought()
    batchFirm.clock.now += days * 86_400_000
    await expect.poll(brought, { timeout: 20_000 }).toBeGreaterThan(before + allJobs.length)
    await expect.poll(() => findPendingJobs(batchFirm.t), { timeout: 20_000 }).toEqual([])
  }
  expect(await runs()).toEqual([...bothOf('2026-06-15'), ...bothOf('2026-06-16')])
  expect(await countAuditedActions()).toEqual({ ...expectedActionCounts, runs: 4, runsBegun: 4 })
}, 60_000)
