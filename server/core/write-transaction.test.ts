import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestTenant, type TestTenant } from '#test/harness/tenant.ts'
import { defineStatement } from './prepared-statement.ts'
import { awaitAtCommit, runWrite } from './write-transaction.ts'

let t: TestTenant
beforeAll(async () => {
  t = await createTestTenant('dino')
})
afterAll(() => t.drop())

const insertZone = defineStatement('test zone', (db, { name }: { name: string }) =>
  db.insertInto('zone').values({ name }).returning('id').compile(),
)
const divideByZero = defineStatement('test division', (db, { divisor }: { divisor: number }) =>
  sql`select 1 / ${divisor}::integer`.compile(db),
)
const countZones = async (name: string): Promise<number> => {
  const { rows } = await t.owner.query<{ n: number }>('select count(*)::int as n from dino.zone where name like $1', [
    `${name}%`,
  ])
  return rows[0]!.n
}
const tenant = () => t.tenants.of('dino')

describe('transactions whose statements travel together', () => {
  test('writes all of it at the commit, and gives the work’s answer', async () => {
    const ids = await runWrite(tenant(), async (tx) => {
      await awaitAtCommit(tx, insertZone(tx, { name: 'Together 1' }))
      return Promise.all([insertZone(tx, { name: 'Together 2' }), insertZone(tx, { name: 'Together 3' })])
    })
    expect(ids.flat()).toHaveLength(2)
    expect(await countZones('Together')).toBe(3)
  })

  test('takes all back where what nobody waits for fails last', async () => {
    const work = runWrite(tenant(), async (tx) => {
      await insertZone(tx, { name: 'Taken back' })
      await awaitAtCommit(tx, divideByZero(tx, { divisor: 0 }))
    })
    await expect(work).rejects.toMatchObject({ code: '22012' })
    expect(await countZones('Taken back')).toBe(0)
  })

  test('names the statement that failed, not the one that came after it', async () => {
    const work = runWrite(tenant(), async (tx) => {
      await awaitAtCommit(tx, divideByZero(tx, { divisor: 0 }))
      await insertZone(tx, { name: 'After it' })
    })
    await expect(work).rejects.toMatchObject({ code: '22012' })
    expect(await countZones('After it')).toBe(0)
  })

  test('throws what the work throws, though statements after it fail too', async () => {
    const work = runWrite(tenant(), async (tx) => {
      const refused = divideByZero(tx, { divisor: 0 }).catch(() => {
        throw new Error('refused')
      })
      await Promise.all([refused, awaitAtCommit(tx, insertZone(tx, { name: 'Beside it' }))])
    })
    await expect(work).rejects.toThrow('refused')
    expect(await countZones('Beside it')).toBe(0)
  })

  test('lets nothing be sent once it is over', async () => {
    let sendLate: () => Promise<unknown> = async () => undefined
    await runWrite(tenant(), async (tx) => {
      sendLate = () => insertZone(tx, { name: 'Late' })
    })
    await expect(sendLate()).rejects.toThrow('the transaction is over')
    expect(await countZones('Late')).toBe(0)
  })

  test('gives its connection back clean after a failure', async () => {
    for (let n = 0; n < 12; n++)
      await runWrite(tenant(), (tx) => divideByZero(tx, { divisor: 0 })).catch(() => undefined)
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => runWrite(tenant(), (tx) => divideByZero(tx, { divisor: 1 }))),
    )
    expect(answers).toHaveLength(12)
  })
})
