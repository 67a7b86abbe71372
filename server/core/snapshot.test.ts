import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestTenant } from '#test/harness/tenant.ts'
import { openSnapshot, snapshotApplicationName } from './snapshot.ts'

let t: Awaited<ReturnType<typeof createTestTenant>>
beforeAll(async () => {
  t = await createTestTenant('dino')
})
afterAll(() => t.drop())

const openTestSnapshot = () => openSnapshot(t.tenants.of('dino'))
/** Connections of snapshots that are there, and what they are doing. */
const findSnapshotConnections = async () =>
  (
    await t.owner.query<{ state: string }>(
      'select state from pg_stat_activity where application_name = $1 and datname = current_database()',
      [snapshotApplicationName],
    )
  ).rows.map(({ state }) => state)

describe('database snapshots', () => {
  test('a snapshot yields rows in batches, in the order of the keys', async () => {
    const snapshot = await openTestSnapshot()
    const query = sql`select n as row_number, 'x' || n as some_text from generate_series(1, 5001) n`.compile(
      snapshot.db,
    )
    const sizes: number[] = []
    let last: unknown
    for await (const rows of snapshot.batches(query, ['someText', 'rowNumber'])) {
      sizes.push(rows.length)
      last = rows.at(-1)
    }
    await snapshot.end()
    expect(sizes).toEqual([2000, 2000, 1001])
    expect(last).toEqual(['x5001', 5001])
  })

  test('a snapshot ignores rows written since it was opened', async () => {
    const snapshot = await openTestSnapshot()
    const count = () => snapshot.db.selectFrom('zone').select('id').execute()
    const before = await count()
    await t.make.zone()
    expect(await count()).toEqual(before)
    await snapshot.end()
  })

  test('a snapshot ended in the middle of a query frees its connection at once', async () => {
    const snapshot = await openTestSnapshot()
    const rows = snapshot.batches(sql`select pg_sleep(30) as nothing`.compile(snapshot.db), ['nothing'])
    const reading = rows.next().catch((error: Error) => error.message)
    await expect.poll(findSnapshotConnections, { interval: 20, timeout: 10_000 }).toEqual(['active'])
    const start = performance.now()
    await snapshot.end()
    await snapshot.end()
    expect(await reading).toMatch(/cancel|terminated/i)
    await expect.poll(findSnapshotConnections, { interval: 20, timeout: 10_000 }).toEqual([])
    expect(performance.now() - start).toBeLessThan(15_000)
  })
})
