import { afterAll, beforeAll, expect, test } from 'vitest'
import { createImportFixture } from './test-imports.ts'

let fixture: Awaited<ReturnType<typeof createImportFixture>>
beforeAll(async () => {
  fixture = await createImportFixture()
})
afterAll(() => fixture.t.drop())

test('refuses rows that take an account beyond its agreed bonus interest amount', async () => {
  const faultsOf = async (bonusRate: string, amount: string) => {
    const one = await fixture.account()
    await fixture.t.owner.query('set session_replication_role = replica')
    await fixture.t.owner.query('update dino.account set bonus_rate = $1, agreed_amount = 100 where id = $2', [
      bonusRate,
      one.id,
    ])
    await fixture.t.owner.query('set session_replication_role = origin')
    const id = await fixture.upload(
      Buffer.from(`Cuenta;Fecha;Importe;Descripción\n${one.number};05/03/2026;${amount};Ahorro\n`),
    )
    await fixture.check(id)
    return (await fixture.faults(id)).map(({ fault }) => fault)
  }
  expect(await faultsOf('0.5', '100,00')).toEqual([])
  expect(await faultsOf('0.5', '100,01')).toEqual(['beyondBonus'])
  expect(await faultsOf('0', '100,01')).toEqual([])
})
