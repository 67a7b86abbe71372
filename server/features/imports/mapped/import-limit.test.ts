import { afterAll, beforeAll, expect, test } from 'vitest'
import { switchTasksOff } from '#server/domain/approvals.ts'
import { firmOfImports, today } from './test-imports.ts'

let f: Awaited<ReturnType<typeof firmOfImports>>
beforeAll(async () => {
  f = await firmOfImports()
  const amount = '1000.00'
  for (const role of ['admin', 'direction'])
    await f.t.db.insertInto('withdrawalLimit').values({ role, validFrom: today, amount }).execute()
})
afterAll(() => f.t.drop())

const overLimit = { status: 409, code: 'withdrawal.overLimit' }
const asked = async (number: string, ...amounts: string[]) => {
  const lines = amounts.map(
    (amount, n) => `${number};2026-06-0${n + 1};${amount};withdrawal;R-${number}-${n}-${amount}`,
  )
  const importId = await f.upload(['Cuenta;Fecha;Importe;Tipo;Referencia', ...lines].join('\n'))
  await f.check(importId)
  return f.submit(importId)
}

test('adds up the withdrawals of a file for the approver’s limit', async () => {
  const { number } = await f.account({ balance: '5000.00' })
  const { approvalId } = await asked(number, '600.00', '400.01')
  await expect(f.letGo(approvalId)).rejects.toMatchObject(overLimit)
  await f.letGo((await asked(number, '600.00', '400.00')).approvalId)
})

test('counts earlier withdrawals of the account for the approver’s limit', async () => {
  const { number, id } = await f.account({ balance: '5000.00' })
  await f.t.make.movement(id, '-500.00', 'withdrawal', '2026-06-01')
  const { approvalId } = await asked(number, '500.01')
  await expect(f.letGo(approvalId)).rejects.toMatchObject(overLimit)
  await f.letGo((await asked(number, '500.00')).approvalId)
})

test('asks for a second person above the limit with the task switched off', async () => {
  const { number } = await f.account({ balance: '5000.00' })
  await switchTasksOff(f.t.db, ['import.run'])
  const told = [await asked(number, '1000.01'), await asked(number, '1000.00')]
  await switchTasksOff(f.t.db, [])
  expect(told.map(({ state }) => state)).toEqual(['pending', 'done'])
})
