import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestTenant } from '#test/harness/tenant.ts'
import { findPendingJobs, killAmid, startTwoRunners } from './test-killed-jobs.ts'

const now = Date.parse('2026-06-15T08:00:00Z')
let t: Awaited<ReturnType<typeof createTestTenant>>
let runners: ReturnType<typeof startTwoRunners>
const names = ['clientErasures.due', 'consents.supersede', 'kyc.unusedFiles']

/** A signature under a text that was replaced, an erasure whose day has come, and a file that nothing came of. */
beforeAll(async () => {
  t = await createTestTenant('dino', () => now)
  const manager = await t.make.employee()
  await t.as('manager', manager.cvl)
  const { userId } = await t.as('direction')
  const client = await t.make.client({ staff: { manager: manager.id } })
  await t.owner.query(`
    set search_path = dino;
    insert into consent_version (purpose, version, reconsent_from, proposed_at, published_at)
      values ('information', 99, '2026-06-14', '2026-06-01T08:00:00Z', '2026-06-02T08:00:00Z');
    insert into consent (client_id, purpose, state) values (${client.id}, 'information', 'signed');
    insert into client_erasure (client_id, state, requested_on, reason, due_on, asked_by, asked_at)
      values (${client.id}, 'scheduled', '2026-01-01', 'a test', '2026-06-14', ${userId}, '2026-01-01T08:00:00Z');
    insert into stored_file (purpose, entity, entity_id, file_name, content_type, bytes, sha256, created_at)
      values ('kyc.side.front', 'client', ${client.id}, 'front.png', 'image/png', 1, sha256('front'), '2026-06-13T08:00:00Z');
    reset search_path`)
})
afterAll(async () => {
  await runners?.stop()
  await t.drop()
})

const countDone = async () => {
  const { rows } = await t.owner.query(`
    select (select count(*)::int from dino.consent where state = 'superseded') as superseded,
           (select count(*)::int from dino.audit_event where action = 'consent.superseded') as audited,
           (select count(*)::int from dino.client_erasure where state = 'due') as due,
           (select count(*)::int from dino.stored_file where removed_at is not null) as removed,
           (select count(*)::int from registry.notification where kind = 'consent.superseded') as notices,
           (select count(*)::int from registry.notification where kind = 'clientErasures.due') as reminders`)
  return rows[0]
}

test('jobs about clients are killed amid their work and leave nothing half done', async () => {
  await killAmid(t, names, {
    now,
    writtenTables: ['dino.audit_event', 'registry.notification', 'dino.stored_file'],
  })
  expect(await countDone()).toEqual({
    superseded: 0,
    audited: 0,
    due: 0,
    removed: 0,

    notices: 0,
    reminders: 0,
  })
}, 120_000)

test('two processes do each job about clients once after a killed one', async () => {
  runners = startTwoRunners(
    t,
    () => now,
    () => undefined,
  )
  await expect
    .poll(countDone, { timeout: 20_000 })
    .toEqual({ superseded: 1, audited: 1, due: 1, removed: 1, notices: 1, reminders: 1 })
  await expect.poll(() => findPendingJobs(t), { timeout: 10_000 }).toEqual([])
  expect(runners.failures).toEqual([])
}, 60_000)
