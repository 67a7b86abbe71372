import { afterAll, beforeAll, expect, test } from 'vitest'
import { getApproval } from '#contract/approvals.ts'
import { getPayment } from '#contract/payments.ts'
import { setDisabledTasks } from '#server/domain/approvals.ts'
import { buildExpectedError } from '#server/features/payments/test-payments.ts'
import { createBankAccountFixture } from './test-bank-accounts.ts'

const secondIban = 'ES7921000813610123456789'
const thirdIban = 'ES6000491500051234567892'
const outsideHolder = { holder: 'Luis Ajeno Perdido', checked: true }

let fixture: Awaited<ReturnType<typeof createBankAccountFixture>>
beforeAll(async () => {
  fixture = await createBankAccountFixture()
})
afterAll(() => fixture.t.drop())

const readApproval = (approvalId: string | null, by = fixture.direction) =>
  by.call(getApproval, { params: { approvalId: approvalId! } })
/** What direction alone decides. */
const expectGuarded = async (proposed: { approvalId: string | null }) => {
  expect(await readApproval(proposed.approvalId)).toMatchObject({ guarded: true, mayDecide: true })
  await expect(fixture.agree(proposed, fixture.superior)).rejects.toMatchObject(
    buildExpectedError(409, 'approval.directionDecides'),
  )
}

test('leaves an account with another holder to direction even with the task switched off', async () => {
  const testAccount = await fixture.accountWith('0.00')
  await setDisabledTasks(fixture.t.db, ['bankAccount'])
  const proposed = await fixture.add(testAccount, secondIban, outsideHolder)
  await setDisabledTasks(fixture.t.db, [])
  await expectGuarded(proposed)
  await fixture.agree(proposed)
})

test('leaves a number that another client has to direction', async () => {
  const testAccount = await fixture.accountWith('0.00')
  const friend = await fixture.accountWith('0.00')
  await fixture.added(friend, thirdIban)
  await expectGuarded(await fixture.add(testAccount, thirdIban, { checked: true }))
})

test('leaves the choice of a stranger’s account as default to direction, showing its holder', async () => {
  const testAccount = await fixture.accountWith('1000.00')
  const { id } = await fixture.added(testAccount, secondIban, outsideHolder)
  const proposed = await fixture.choose(testAccount, id)
  expect((await readApproval(proposed.approvalId)).after).toMatchObject({
    defaultAccount: secondIban,
    holder: outsideHolder.holder,
  })
  await expectGuarded(proposed)
})

test('leaves a take-over by a stranger’s account to direction, showing holder and sum', async () => {
  const testAccount = await fixture.accountWith('1000.00')
  const { id } = await fixture.added(testAccount, secondIban, outsideHolder)
  const { paymentId } = await fixture.approved('50.00', testAccount)
  const proposed = await fixture.end(testAccount, testAccount.bankAccountId, id)
  expect((await readApproval(proposed.approvalId)).after).toMatchObject({
    takesOver: secondIban,
    holder: outsideHolder.holder,
    otherHolder: true,
    payments: 1,
    amount: '50.00',
  })
  await expectGuarded(proposed)
  await fixture.agree(proposed)
  expect((await fixture.who.call(getPayment, { params: { paymentId } })).bankAccount).toBe(secondIban)
})

test('refuses approval of a default whose holder’s name changed since the proposal', async () => {
  const testAccount = await fixture.accountWith('1000.00')
  const { id } = await fixture.added(testAccount, thirdIban, { checked: true })
  const proposed = await fixture.choose(testAccount, id)
  await fixture.t.db
    .updateTable('client')
    .set({ surname: 'Cambiado', name: 'Todo' })
    .where('id', '=', testAccount.clientId)
    .execute()
  await expect(fixture.agree(proposed)).rejects.toMatchObject(buildExpectedError(409, 'approval.changedSince'))
})

test('accepts the name of a person who co-holds all accounts of the client', async () => {
  const testAccount = await fixture.accountWith('0.00')
  const spouse = await fixture.accountWith('0.00')
  await fixture.t.db
    .updateTable('client')
    .set({ name: 'Luis', surname: 'Ajeno Perdido' })
    .where('id', '=', spouse.clientId)
    .execute()
  const joint = (accountId: string) =>
    fixture.t.db
      .insertInto('accountHolder')
      .values({ accountId, clientId: spouse.clientId, role: 'holder', share: '50' })
      .execute()
  const alone = await fixture.t.make.account({ clientId: testAccount.clientId })
  await joint(testAccount.accountId)
  const number = 'PT50000201231234567890154'
  await expect(fixture.add(testAccount, number, { ...outsideHolder, checked: false })).rejects.toMatchObject(
    buildExpectedError(409, 'bankAccount.doubtful'),
  )
  await joint(alone.id)
  expect(
    await readApproval((await fixture.add(testAccount, number, { ...outsideHolder, checked: false })).approvalId),
  ).toMatchObject({
    guarded: false,
  })
})

test('refuses to redirect payments above the approver’s limit', async () => {
  const testAccount = await fixture.accountWith('200000.00')
  const number = 'ES1000492352082414205416'
  const { id } = await fixture.added(testAccount, number)
  for (const amount of ['30000.00', '20000.01']) {
    const { paymentId } = await fixture.ask(testAccount, amount)
    await fixture.letGo(paymentId, fixture.direction)
  }
  const proposed = await fixture.end(testAccount, testAccount.bankAccountId, id)
  expect(await readApproval(proposed.approvalId)).toMatchObject({
    guarded: false,
    after: { payments: 2, amount: '50000.01' },
  })
  await expect(fixture.agree(proposed, fixture.superior)).rejects.toMatchObject(
    buildExpectedError(409, 'bankAccount.overLimit'),
  )
  await fixture.agree(proposed)
})

test('refuses approval of a default that redirects more than was shown', async () => {
  const testAccount = await fixture.accountWith('1000.00')
  const { id } = await fixture.added(testAccount, 'ES7620770024003102575766')
  const proposed = await fixture.choose(testAccount, id)
  const paymentId = await fixture.matured(testAccount, '100.00')
  await fixture.t.db.updateTable('paymentOrder').set({ bankAccountId: null }).where('id', '=', paymentId).execute()
  await expect(fixture.agree(proposed)).rejects.toMatchObject(buildExpectedError(409, 'approval.changedSince'))
})

test('refuses approval of a withdrawal redirected after its request, without a version too', async () => {
  const testAccount = await fixture.accountWith('1000.00')
  const number = 'ES9820385778983000760236'
  const { id } = await fixture.added(testAccount, number)
  const { paymentId } = await fixture.ask(testAccount, '50.00')
  await fixture.agree(await fixture.end(testAccount, testAccount.bankAccountId, id))
  await expect(fixture.letGo(paymentId)).rejects.toMatchObject(buildExpectedError(409, 'approval.changedSince'))
  expect((await fixture.who.call(getPayment, { params: { paymentId } })).state).toBe('requested')
})
