import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Prefix } from '#contract/core/values.ts'
import { testTenant } from '#test/harness/tenant.ts'
import { nightly } from './nightly.ts'

let t: Awaited<ReturnType<typeof testTenant>>
/** Three in the morning in Madrid. */
let now = Date.parse('2026-06-15T01:00:00Z')
beforeAll(async () => {
  t = await testTenant('dino', () => now)
})
afterAll(() => t.drop())

const runsOf = async (prefix: Prefix) => {
  const { rows } = await t.owner.query(
    `select kind from ${prefix}.posting_run where finished_at is not null order by kind`,
  )
  return rows.map(({ kind }) => kind)
}
const verifiedIn = async (prefix: Prefix) => {
  const { rows } = await t.owner.query(
    `select value -> 'day' as day from ${prefix}.setting where key = 'ledger.verified'`,
  )
  return rows.map(({ day }) => day)
}

test('a prefix that fails keeps nobody from their night, is tried again after longer and longer, and its people are told once', async () => {
  const people = [(await t.as('admin')).userId, (await t.as('direction')).userId].sort()
  await t.as('manager')
  const failed: string[] = []
  const night = nightly(
    t.tenants,
    () => now,
    (_, what) => failed.push(what),
  )
  /** Rounds come every second: this many seconds of them. */
  const rounds = async (seconds: number) => {
    for (let n = 0; n < seconds; n++, now += 1000) await night(new AbortController().signal)
    return failed.length
  }
  await t.owner.query('alter table dino.posting_run rename to posting_run_away')

  expect(await rounds(1)).toBe(1)
  expect(failed).toEqual(['posting of dino not done'])
  expect([await runsOf('dino_uab'), await runsOf('cfl')]).toEqual([
    ['interest', 'maturity'],
    ['interest', 'maturity'],
  ])
  // What fails is the posting: the books are looked at all the same.
  expect(await verifiedIn('dino')).toEqual(['2026-06-15'])

  // After 10 s, then 20, then 40.
  expect(await rounds(9)).toBe(1)
  expect(await rounds(1)).toBe(2)
  expect(await rounds(19)).toBe(2)
  expect(await rounds(1)).toBe(3)
  expect(await rounds(40)).toBe(4)
  const { rows } = await t.owner.query(
    `select user_id::text as id, kind, params from registry.notification order by user_id::text`,
  )
  expect(rows).toEqual(people.map((id) => ({ id, kind: 'night.postingFailed', params: { date: '2026-06-15' } })))

  await t.owner.query('alter table dino.posting_run_away rename to posting_run')
  await rounds(81)
  expect(await runsOf('dino')).toEqual(['interest', 'maturity'])
  expect(failed).toHaveLength(4)
})
