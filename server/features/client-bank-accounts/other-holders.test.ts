import { afterAll, beforeAll, expect, test } from 'vitest'
import { getApproval } from '#contract/approvals.ts'
import { getPayment } from '#contract/payments.ts'
import { switchTasksOff } from '#server/domain/approvals.ts'
import { refused } from '#server/features/payments/test-payments.ts'
import { firmOfBankAccounts } from './test-bank-accounts.ts'

const other = 'ES7921000813610123456789'
const third = 'ES6000491500051234567892'
const stranger = { holder: 'Luis Ajeno Perdido', checked: true }

let f: Awaited<ReturnType<typeof firmOfBankAccounts>>
beforeAll(async () => {
  f = await firmOfBankAccounts()
})
afterAll(() => f.t.drop())

const read = (approvalId: string | null, by = f.direction) =>
  by.call(getApproval, { params: { approvalId: approvalId! } })
/** What direction alone decides. */
const expectGuarded = async (proposed: { approvalId: string | null }) => {
  expect(await read(proposed.approvalId)).toMatchObject({ guarded: true, mayDecide: true })
  await expect(f.agree(proposed, f.boss)).rejects.toMatchObject(refused(409, 'approval.directionDecides'))
}

test('leaves an account with another holder to direction even with the task switched off', async () => {
  const place = await f.accountWith('0.00')
  await switchTasksOff(f.t.db, ['bankAccount'])
  const proposed = await f.add(place, other, stranger)
  await switchTasksOff(f.t.db, [])
  await expectGuarded(proposed)
  await f.agree(proposed)
})

test('leaves a number that another client has to direction', async () => {
  const [place, friend] = [await f.accountWith('0.00'), await f.accountWith('0.00')]
  await f.added(friend, third)
  await expectGuarded(await f.add(place, third, { checked: true }))
})

test('leaves the choice of a stranger’s account as default to direction, showing its holder', async () => {
  const place = await f.accountWith('1000.00')
  const { id } = await f.added(place, other, stranger)
  const proposed = await f.choose(place, id)
  expect((await read(proposed.approvalId)).after).toMatchObject({ defaultAccount: other, holder: stranger.holder })
  await expectGuarded(proposed)
})

test('leaves a take-over by a stranger’s account to direction, showing holder and sum', async () => {
  const place = await f.accountWith('1000.00')
  const { id } = await f.added(place, other, stranger)
  const { paymentId } = await f.approved('50.00', place)
  const proposed = await f.end(place, place.bankAccountId, id)
  expect((await read(proposed.approvalId)).after).toMatchObject({
    ...{ takesOver: other, holder: stranger.holder, otherHolder: true, payments: 1, amount: '50.00' },
  })
  await expectGuarded(proposed)
  await f.agree(proposed)
  expect((await f.who.call(getPayment, { params: { paymentId } })).bankAccount).toBe(other)
})

test('refuses approval of a default whose holder’s name changed since the proposal', async () => {
  const place = await f.accountWith('1000.00')
  const { id } = await f.added(place, third, { checked: true })
  const proposed = await f.choose(place, id)
  await f.t.db
    .updateTable('client')
    .set({ surname: 'Cambiado', name: 'Todo' })
    .where('id', '=', place.clientId)
    .execute()
  await expect(f.agree(proposed)).rejects.toMatchObject(refused(409, 'approval.changedSince'))
})

test('accepts the name of a person who co-holds all accounts of the client', async () => {
  const [place, spouse] = [await f.accountWith('0.00'), await f.accountWith('0.00')]
  await f.t.db
    .updateTable('client')
    .set({ name: 'Luis', surname: 'Ajeno Perdido' })
    .where('id', '=', spouse.clientId)
    .execute()
  const joint = (accountId: string) =>
    f.t.db
      .insertInto('accountHolder')
      .values({ accountId, clientId: spouse.clientId, role: 'holder', share: '50' })
      .execute()
  const alone = await f.t.make.account({ clientId: place.clientId })
  await joint(place.accountId)
  const number = 'PT50000201231234567890154'
  await expect(f.add(place, number, { ...stranger, checked: false })).rejects.toMatchObject(
    refused(409, 'bankAccount.doubtful'),
  )
  await joint(alone.id)
  expect(await read((await f.add(place, number, { ...stranger, checked: false })).approvalId)).toMatchObject({
    guarded: false,
  })
})

test('refuses to redirect payments above the approver’s limit', async () => {
  const place = await f.accountWith('200000.00')
  const number = 'ES1000492352082414205416'
  const { id } = await f.added(place, number)
  for (const amount of ['30000.00', '20000.01']) {
    const { paymentId } = await f.ask(place, amount)
    await f.letGo(paymentId, f.direction)
  }
  const proposed = await f.end(place, place.bankAccountId, id)
  expect(await read(proposed.approvalId)).toMatchObject({ guarded: false, after: { payments: 2, amount: '50000.01' } })
  await expect(f.agree(proposed, f.boss)).rejects.toMatchObject(refused(409, 'bankAccount.overLimit'))
  await f.agree(proposed)
})

test('refuses approval of a default that redirects more than was shown', async () => {
  const place = await f.accountWith('1000.00')
  const { id } = await f.added(place, 'ES7620770024003102575766')
  const proposed = await f.choose(place, id)
  const paymentId = await f.matured(place, '100.00')
  await f.t.db.updateTable('paymentOrder').set({ bankAccountId: null }).where('id', '=', paymentId).execute()
  await expect(f.agree(proposed)).rejects.toMatchObject(refused(409, 'approval.changedSince'))
})

test('refuses approval of a withdrawal redirected after its request, without a version too', async () => {
  const place = await f.accountWith('1000.00')
  const number = 'ES9820385778983000760236'
  const { id } = await f.added(place, number)
  const { paymentId } = await f.ask(place, '50.00')
  await f.agree(await f.end(place, place.bankAccountId, id))
  await expect(f.letGo(paymentId)).rejects.toMatchObject(refused(409, 'approval.changedSince'))
  expect((await f.who.call(getPayment, { params: { paymentId } })).state).toBe('requested')
})
