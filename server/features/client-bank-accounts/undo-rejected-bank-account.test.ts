import { afterAll, beforeAll, expect, test } from 'vitest'
import { getApproval, rejectChangeRequest, undoRejections } from '#contract/approvals.ts'
import { setDisabledTasks } from '#server/domain/approvals.ts'
import { testIban } from '#server/features/payments/test-payments.ts'
import { createBankAccountFixture } from './test-bank-accounts.ts'

const secondIban = 'ES7921000813610123456789'
const thirdIban = 'ES6000491500051234567892'

let fixture: Awaited<ReturnType<typeof createBankAccountFixture>>
beforeAll(async () => {
  fixture = await createBankAccountFixture()
})
afterAll(() => fixture.t.drop())

type Proposal = { approvalId: string | null }
const reject = async ({ approvalId }: Proposal) => {
  const params = { approvalId: approvalId! }
  await fixture.direction.call(rejectChangeRequest, { params, body: { reason: 'Falta el certificado' } })
  return params
}
const undo = async ({ approvalId }: { approvalId: string }) =>
  (await fixture.direction.call(undoRejections, { body: { approvalIds: [approvalId] } })).results[0]!.code
const getState = async (params: { approvalId: string }) => (await fixture.direction.call(getApproval, { params })).state
/** A client with one account and a rejected second one. */
const createRejectedAddition = async (makeDefault = false) => {
  const place = await fixture.accountWith('1000.00')
  const params = await reject(await fixture.add(place, secondIban, { makeDefault, checked: true }))
  return { place, params }
}

test('a bank account whose rejection is undone waits again and is added', async () => {
  const { place, params } = await createRejectedAddition(true)
  expect((await fixture.see(place)).pending).toEqual([])
  expect(await undo(params)).toBeNull()
  expect((await fixture.see(place)).pending).toMatchObject([
    { kind: 'add', number: secondIban, makesDefault: true, approvalId: params.approvalId },
  ])
  await expect(fixture.add(place, secondIban, { checked: true })).rejects.toMatchObject({ code: 'bankAccount.asked' })
  await fixture.agree(params)
  expect(await fixture.shown(place)).toEqual([
    ['6789', true, false],
    ['1332', false, false],
  ])
})

test('a new default or an end waits again when its rejection is undone', async () => {
  const place = await fixture.accountWith('1000.00')
  const { id } = await fixture.added(place, secondIban, { checked: true })
  const chosen = await reject(await fixture.choose(place, id))
  expect(await undo(chosen)).toBeNull()
  await fixture.agree(chosen)
  const first = (await fixture.see(place)).accounts.find(({ number }) => number === testIban)!
  const ended = await reject(await fixture.end(place, first.id))
  expect(await undo(ended)).toBeNull()
  await fixture.agree(ended)
  expect(await fixture.shown(place)).toEqual([
    ['6789', true, false],
    ['1332', false, true],
  ])
})

test('refuses to undo a rejected bank account that was proposed again', async () => {
  const { place, params } = await createRejectedAddition()
  const { approvalId } = await fixture.add(place, secondIban, { checked: true })
  expect([await undo(params), await getState(params)]).toEqual(['approval.replaced', 'rejected'])
  expect((await fixture.see(place)).pending).toMatchObject([{ approvalId }])
})

test('refuses to undo a rejected bank account that the client has since', async () => {
  const { place, params } = await createRejectedAddition()
  await fixture.t.db.insertInto('clientBankAccount').values({ clientId: place.clientId, number: secondIban }).execute()
  expect([await undo(params), await getState(params)]).toEqual(['approval.rejectionFinal', 'rejected'])
  expect((await fixture.see(place)).pending).toEqual([])
})

test('refuses to undo a rejected default account after another became the default', async () => {
  const { place, params } = await createRejectedAddition(true)
  // Without a second person nothing is proposed that could take its place.
  await setDisabledTasks(fixture.t.db, ['bankAccount'])
  expect((await fixture.add(place, thirdIban, { makeDefault: true, checked: true })).state).toBe('done')
  await setDisabledTasks(fixture.t.db, [])
  expect([await undo(params), await getState(params)]).toEqual(['approval.rejectionFinal', 'rejected'])
})

test('lets the undo of a bank account or its new proposal wait, never both', async () => {
  for (let round = 0; round < 4; round++) {
    const { place, params } = await createRejectedAddition()
    const [code, proposed] = await Promise.all([
      undo(params),
      fixture.add(place, secondIban, { checked: true }).then(
        () => null,
        (error: { code: string }) => error.code,
      ),
    ])
    expect([
      [null, 'bankAccount.asked'],
      ['approval.replaced', null],
    ]).toContainEqual([code, proposed])
    expect((await fixture.see(place)).pending).toHaveLength(1)
  }
})
