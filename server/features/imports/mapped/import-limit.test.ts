import { afterAll, beforeAll, expect, test } from 'vitest'
import { setDisabledTasks } from '#server/domain/approvals.ts'
import { createImportFixture, today } from './test-imports.ts'

let fixture: Awaited<ReturnType<typeof createImportFixture>>
beforeAll(async () => {
  fixture = await createImportFixture()
  const amount = '1000.00'
  for (const role of ['admin', 'direction'])
    await fixture.t.db.insertInto('withdrawalLimit').values({ role, validFrom: today, amount }).execute()
})
afterAll(() => fixture.t.drop())

const overLimitError = { status: 409, code: 'withdrawal.overLimit' }
const submitWithdrawals = async (number: string, ...amounts: string[]) => {
  const lines = amounts.map(
    (amount, n) => `${number};2026-06-0${n + 1};${amount};withdrawal;R-${number}-${n}-${amount}`,
  )
  const importId = await fixture.upload(['Cuenta;Fecha;Importe;Tipo;Referencia', ...lines].join('\n'))
  await fixture.check(importId)
  return fixture.submit(importId)
}

test('adds up the withdrawals of a file for the approver’s limit', async () => {
  const { number } = await fixture.account({ balance: '5000.00' })
  const { approvalId } = await submitWithdrawals(number, '600.00', '400.01')
  await expect(fixture.letGo(approvalId)).rejects.toMatchObject(overLimitError)
  await fixture.letGo((await submitWithdrawals(number, '600.00', '400.00')).approvalId)
})

test('counts earlier withdrawals of the account for the approver’s limit', async () => {
  const { number, id } = await fixture.account({ balance: '5000.00' })
  await fixture.t.make.movement(id, '-500.00', 'withdrawal', '2026-06-01')
  const { approvalId } = await submitWithdrawals(number, '500.01')
  await expect(fixture.letGo(approvalId)).rejects.toMatchObject(overLimitError)
  await fixture.letGo((await submitWithdrawals(number, '500.00')).approvalId)
})

test('asks for a second person above the limit with the task switched off', async () => {
  const { number } = await fixture.account({ balance: '5000.00' })
  await setDisabledTasks(fixture.t.db, ['import.run'])
  const answers = [await submitWithdrawals(number, '1000.01'), await submitWithdrawals(number, '1000.00')]
  await setDisabledTasks(fixture.t.db, [])
  expect(answers.map(({ state }) => state)).toEqual(['pending', 'done'])
})
