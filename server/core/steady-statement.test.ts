import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { logStatements } from '#test/harness/statement-log.ts'
import { createTestTenant } from '#test/harness/tenant.ts'
import { createSteadySender } from './steady-statement.ts'

// With places of its own: what other tests of this process prepared takes none of them.
const executeSteady = createSteadySender()

let t: Awaited<ReturnType<typeof createTestTenant>>
beforeAll(async () => {
  t = await createTestTenant('dino')
})
afterAll(() => t?.drop())

const ask = (text: number, value: number) => {
  const { db } = t.tenants.of('dino')
  return executeSteady(db, sql<{ oneValue: number }>`select ${value}::int + ${sql.lit(text)} as one_value`.compile(db))
}

describe('statements whose plan hangs on no value', () => {
  test("a text is prepared at its third use, with each call's own values", async () => {
    const names: (string | undefined)[] = []
    for (let turn = 0; turn < 4; turn++) {
      const { sent, result } = await logStatements(() => ask(1, turn))
      expect(result).toEqual([{ oneValue: turn + 1 }])
      names.push(sent[0]!.name)
    }
    expect(names.slice(0, 2)).toEqual([undefined, undefined])
    expect(names[2]).toMatch(/^steady /)
    expect(names[3]).toBe(names[2])
  })

  test('only so many texts are prepared', async () => {
    const prepared = new Set<string>()
    for (let text = 100; text < 200; text++)
      for (let turn = 0; turn < 3; turn++) {
        const { sent } = await logStatements(() => ask(text, turn))
        if (sent[0]!.name) prepared.add(sent[0]!.name)
      }
    // One of the 64 is that of the test before.
    expect(prepared.size).toBe(63)
  })

  test('pages leave the search its own places', async () => {
    const { db } = t.tenants.of('dino')
    const search = () => executeSteady(db, sql<{ word: string }>`select 'search' as word`.compile(db), 'search')
    for (let turn = 0; turn < 2; turn++) await search()
    expect((await logStatements(search)).sent.map(({ name }) => name)).toContainEqual(
      expect.stringMatching(/^steady search /),
    )
  })

  test('a search keeps one plan for all values, and nothing else meets the setting', async () => {
    const { db, pool } = t.tenants.of('dino')
    const search = (value: string) =>
      executeSteady(
        db,
        sql<{ mode: string; value: string }>`
          select current_setting('plan_cache_mode') as mode, ${value}::text as value`.compile(db),
        'search',
      )
    for (let turn = 0; turn < 3; turn++) await search('a')
    expect(await search('b')).toEqual([{ mode: 'force_generic_plan', value: 'b' }])
    const { rows } = await pool.query<{ mode: string }>(`select current_setting('plan_cache_mode') as mode`)
    expect(rows).toEqual([{ mode: 'auto' }])
  })

  test('a search that fails tells why and leaves the connection as it was', async () => {
    const { db, pool } = t.tenants.of('dino')
    const divide = (by: number) =>
      executeSteady(db, sql<{ share: number }>`select 1 / ${by}::int as share`.compile(db), 'search')
    for (let turn = 0; turn < 3; turn++) await divide(1)
    await expect(divide(0)).rejects.toMatchObject({ code: '22012' })
    expect(await divide(1)).toEqual([{ share: 1 }])
    const { rows } = await pool.query<{ mode: string }>(`select current_setting('plan_cache_mode') as mode`)
    expect(rows).toEqual([{ mode: 'auto' }])
  })
})
