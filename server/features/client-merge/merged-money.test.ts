import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getTaxSummary } from '#contract/accounting/taxes.ts'
import { holdLock } from '#test/harness/hold-lock.ts'
import { createMergeFixture, type MergeFixture } from './test-merges.ts'

let fixture: MergeFixture
beforeAll(async () => {
  fixture = await createMergeFixture()
})
afterAll(() => fixture.t.drop())

const movementArbitrary = fc.record({
  /** Of the survivor, of the record that is merged, or of both. */
  account: fc.constantFrom('own', 'other', 'joint'),
  cents: fc.integer({ min: 1, max: 5_000_000 }),
  month: fc.integer({ min: 1, max: 5 }),
})

/** Totals without the order in which nothing was folded yet. */
const readManagedTotals = async () => {
  const { differences, ...totals } = await fixture.readTotals()
  expect(differences).toEqual([])
  return totals
}

test('leaves journals, totals and captation as they were, merged and undone', async () => {
  const { t } = fixture
  await fc.assert(
    fc.asyncProperty(
      fc.array(movementArbitrary, { minLength: 1, maxLength: 8 }),
      fc.boolean(),
      async (movements, isFolded) => {
        const other = await t.make.employee()
        const pair = await fixture.makePair({ staff: { manager: other.id } })
        const accounts = {
          own: await t.make.account({ clientId: pair.survivor.id }),
          other: await t.make.account({ clientId: pair.absorbed.id }),
          joint: await t.make.account({ clientId: pair.absorbed.id, holders: [pair.survivor.id] }),
        }
        for (const { account, cents, month } of movements)
          await t.make.movement(accounts[account].id, (cents / 100).toFixed(2), 'contribution', `2026-0${month}-10`)
        if (isFolded) await t.owner.query('select dino.fold_ledger(); select dino.fold_ledger()')
        const before = await readManagedTotals()
        await fixture.approve(await fixture.propose(pair, [], fixture.admin))
        expect(await readManagedTotals()).toEqual(before)
        const [stock] = await fixture.select(
          'select balance::text from dino.client_list where client_id = $1 and manager_id = $2',
          [pair.survivor.id, fixture.managerRecord.id],
        )
        const all = movements.reduce((sum, { cents }) => sum + cents, 0)
        expect(stock).toEqual({ balance: (all / 100).toFixed(2) })
        const [{ id }] = await fixture.select('select id::text from dino.client_merge where survivor_id = $1', [
          pair.survivor.id,
        ])
        await fixture.approve(await fixture.undo(pair, id, fixture.admin))
        expect(await readManagedTotals()).toEqual(before)
      },
    ),
    { numRuns: 6 },
  )
})

test('a contribution that waits for a merge goes to the survivor and their manager', async () => {
  const { t } = fixture
  const other = await t.make.employee()
  const pair = await fixture.makePair({ staff: { manager: other.id } })
  const account = await t.make.account({ clientId: pair.absorbed.id })
  const proposed = await fixture.propose(pair, [], fixture.admin)
  // Held where it writes the fields, once all rows have moved.
  const lock = await holdLock(t.ownerUrl, `select from client_list where client_id = ${pair.survivor.id} for update`)
  const merging = fixture.approve(proposed)
  await lock.reached()
  const posting = t.make
    .movement(account.id, '250.00', 'withdrawal')
    .catch((error: { message: string }) => error.message)
  const contributing = t.make.movement(account.id, '250.00', 'contribution', '2026-06-15')
  await lock.release()
  await Promise.all([merging, contributing, posting])
  await readManagedTotals()
  const rows = await fixture.select(
    `select c.balance::text from dino.client_list c join dino.account a on a.client_id = c.client_id where a.id = $1`,
    [account.id],
  )
  expect(rows).toHaveLength(1)
})

test('refuses rows that are written on a merged record', async () => {
  const pair = await fixture.makePair()
  await fixture.merge(pair)
  await expect(fixture.t.make.account({ clientId: pair.absorbed.id })).rejects.toMatchObject({ code: 'AT008' })
  await expect(
    fixture.t.owner.query('update dino.account set client_id = $1 where client_id = $2', [
      pair.absorbed.id,
      pair.survivor.id,
    ]),
  ).resolves.toMatchObject({ rowCount: 0 })
})

test('shows tax withheld from a merged record in the summary of the survivor', async () => {
  const { t } = fixture
  const pair = await fixture.makePair()
  const account = await t.make.account({ clientId: pair.absorbed.id })
  await t.owner.query(
    `insert into dino.withholding_part (account_id, client_id, booked_on, base, basis, rate, region, source, amount, country)
     values ($1, $2, '2026-03-01', 100, 'interest', 0, 'ES', 'test', 0, 'ES')`,
    [account.id, pair.absorbed.id],
  )
  await fixture.merge(pair)
  const summary = await fixture.admin.call(getTaxSummary, {
    params: { clientId: pair.survivor.id },
    query: { year: '2026' },
  })
  expect(summary.payments).toMatchObject([{ gross: '100.00', accountId: account.id }])
})
