import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestTenant } from '#test/harness/tenant.ts'
import { findPendingJobs, killAmid, killedNightJobs, startTwoRunners } from './test-killed-jobs.ts'

/** Three in the morning where the firm is. */
const now = Date.parse('2026-06-15T01:00:00Z')
let t: Awaited<ReturnType<typeof createTestTenant>>
let runners: ReturnType<typeof startTwoRunners>

/** Books with a balance that does not hold, and two people who answer for them. */
beforeAll(async () => {
  t = await createTestTenant('dino', () => now)
  const account = await t.make.account()
  await t.make.movement(account.id, '1000.00')
  await t.as('admin')
  await t.as('direction')
  await t.owner.query('update dino.account_balance set interest = interest + 0.01')
})
afterAll(async () => {
  await runners?.stop()
  await t.drop()
})

const countDone = async () => {
  const { rows } = await t.owner.query(`
    select (select count(*)::int from dino.ledger_verification where finished_at is not null) as looks,
           (select count(*)::int from dino.setting where key = 'ledger.verified') as records,
           (select count(*)::int from dino.audit_event where action = 'ledger.differs') as audited,
           (select count(*)::int from registry.notification where kind = 'ledger.differs') as notices`)
  return rows[0]
}

test('a process killed as it asks for the nightly look has recorded nothing', async () => {
  await killAmid(t, killedNightJobs, { now, writtenTables: ['dino.ledger_verification'] })
  expect(await countDone()).toEqual({ looks: 0, records: 0, audited: 0, notices: 0 })
}, 120_000)

test('one killed as it records the look has told nobody', async () => {
  await killAmid(t, killedNightJobs, { now, writtenTables: ['dino.setting'] })
  expect(await countDone()).toEqual({ looks: 1, records: 0, audited: 0, notices: 0 })
}, 120_000)

test('two processes record the night once after those, and tell each person once', async () => {
  runners = startTwoRunners(
    t,
    () => now,
    () => undefined,
  )
  // The look that was not recorded is done anew.
  await expect.poll(countDone, { timeout: 20_000 }).toEqual({ looks: 2, records: 1, audited: 1, notices: 2 })
  await expect.poll(() => findPendingJobs(t), { timeout: 10_000 }).toEqual([])
  expect(await countDone()).toEqual({ looks: 2, records: 1, audited: 1, notices: 2 })
  expect(runners.failures).toEqual([])
}, 60_000)
