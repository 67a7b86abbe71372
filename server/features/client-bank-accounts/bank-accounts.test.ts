import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getApproval, rejectChangeRequest } from '#contract/approvals.ts'
import { getAccount } from '#contract/clients/client.ts'
import { searchClients } from '#contract/clients.ts'
import { listNotifications } from '#contract/notifications.ts'
import { setDisabledTasks } from '#server/domain/approvals.ts'
import { buildExpectedError, testIban } from '#server/features/payments/test-payments.ts'
import { createBankAccountFixture } from './test-bank-accounts.ts'

const secondIban = 'ES7921000813610123456789'
const thirdIban = 'ES6000491500051234567892'
const portugueseIban = 'PT50000201231234567890154'
const holderName = 'Ana Prueba'

let fixture: Awaited<ReturnType<typeof createBankAccountFixture>>
beforeAll(async () => {
  fixture = await createBankAccountFixture()
})
afterAll(() => fixture.t.drop())

describe('new bank accounts', () => {
  test('a second person approves the full number before payments use a new bank account', async () => {
    const testAccount = await fixture.accountWith('1000.00')
    const proposed = await fixture.add(testAccount, 'es79 2100 0813 6101 2345 6789', { makeDefault: true })
    expect(proposed).toMatchObject({ state: 'pending' })
    const before = await fixture.see(testAccount)
    expect(before.accounts.map(({ number }) => number)).toEqual([testIban])
    expect(before.pending).toMatchObject([
      { kind: 'add', number: secondIban, makesDefault: true, approvalId: proposed.approvalId },
    ])
    const read = await fixture.superior.call(getApproval, { params: { approvalId: proposed.approvalId! } })
    expect(read).toMatchObject({
      mayDecide: true,
      after: { bankAccount: secondIban, defaultAccount: secondIban, bank: 'CaixaBank' },
    })
    await expect(fixture.agree(proposed, fixture.who)).rejects.toMatchObject({ status: 403 })
    await fixture.agree(proposed)
    expect(await fixture.shown(testAccount)).toEqual([
      ['6789', true, false],
      ['1332', false, false],
    ])
    expect((await fixture.see(testAccount)).pending).toEqual([])
    const { clients } = await fixture.who.call(searchClients, { query: { q: '0813610123456789' } })
    expect(clients.map(({ id }) => id)).toContain(testAccount.clientId)
  })

  test.each([
    ['a wrong digit', 'ES7921000813610123456788', 400, 'request.invalid', { number: 'iban' }],
    ['a CLABE where IBANs are', '032180000118359719', 400, 'request.invalid', { number: 'iban' }],
    ['one that the client has', testIban, 409, 'bankAccount.known', undefined],
  ])('refuses a new bank account with %s', async (_, number, status, code, fields) => {
    const testAccount = await fixture.accountWith('0.00')
    await expect(fixture.add(testAccount, number)).rejects.toMatchObject(buildExpectedError(status, code, fields))
    expect((await fixture.see(testAccount)).pending).toEqual([])
  })

  test('a shared number or other holder needs confirmation and always a second person', async () => {
    const testAccount = await fixture.accountWith('0.00')
    const friend = await fixture.accountWith('0.00')
    await fixture.t.make
      .account({ clientId: testAccount.clientId })
      .then(({ id: accountId }) =>
        fixture.t.db
          .insertInto('accountHolder')
          .values({ accountId, clientId: friend.clientId, role: 'authorised', share: null })
          .execute(),
      )
    await fixture.added(friend, portugueseIban)
    await expect(fixture.add(testAccount, portugueseIban)).rejects.toMatchObject(
      buildExpectedError(409, 'bankAccount.doubtful', { number: 'sameOfJoint' }),
    )
    const outsider = await fixture.t.make.client()
    await fixture.t.db
      .insertInto('clientBankAccount')
      .values({ clientId: outsider.id, number: portugueseIban })
      .execute()
    await expect(fixture.add(testAccount, portugueseIban, { holder: 'Luis Otro' })).rejects.toMatchObject(
      buildExpectedError(409, 'bankAccount.doubtful', { number: 'sameNumber', holder: 'otherHolder' }),
    )
    await setDisabledTasks(fixture.t.db, ['bankAccount'])
    const proposed = await fixture.add(testAccount, portugueseIban, { checked: true })
    await setDisabledTasks(fixture.t.db, [])
    expect(proposed.state).toBe('pending')
    const { after } = await fixture.superior.call(getApproval, { params: { approvalId: proposed.approvalId! } })
    expect(after).toMatchObject({ sameNumber: 2, sameOfJoint: 1 })
    // Of the other clients, who may be seen is named; the stranger is only counted.
    expect((await fixture.see(testAccount)).pending[0]!.sharing).toMatchObject({
      clients: 2,
      ofJoint: 1,
      seen: [{ id: friend.clientId }],
    })
  })

  test('refuses the second approval when two clients add the same number at once', async () => {
    const one = await fixture.accountWith('0.00')
    const two = await fixture.accountWith('0.00')
    const number = 'ES1000492352082414205416'
    const proposals = [await fixture.add(one, number), await fixture.add(two, number)]
    const outcomes = await Promise.allSettled(proposals.map((proposed) => fixture.agree(proposed)))
    const lost = outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
    expect(lost).toEqual([expect.objectContaining(buildExpectedError(409, 'approval.changedSince'))])
  })

  test('proposes a bank account once under one key and refuses a second proposal', async () => {
    const testAccount = await fixture.accountWith('0.00')
    const key = randomUUID()
    const { version } = await fixture.see(testAccount)
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, () => fixture.add(testAccount, secondIban, { key, version, checked: true })),
    )
    expect(new Set(outcomes.map(({ approvalId }) => approvalId)).size).toBe(1)
    await expect(fixture.add(testAccount, thirdIban, { key, version, checked: true })).rejects.toMatchObject(
      buildExpectedError(422, 'idempotency.differentBody'),
    )
    await expect(fixture.add(testAccount, secondIban, { checked: true })).rejects.toMatchObject(
      buildExpectedError(409, 'bankAccount.asked'),
    )
    await fixture.direction.call(rejectChangeRequest, {
      params: { approvalId: outcomes[0]!.approvalId! },
      body: { reason: 'Falta el certificado' },
    })
    expect((await fixture.see(testAccount)).pending).toEqual([])
    expect(await fixture.add(testAccount, secondIban, { checked: true })).toMatchObject({ state: 'pending' })
  })

  test('keeps number and name out of the audit and notifies the client’s manager', async () => {
    const testAccount = await fixture.accountWith('0.00')
    await fixture.t.as('direction')
    await fixture.agree(
      await fixture.add(testAccount, thirdIban, { by: fixture.superior, checked: true }),
      fixture.direction,
    )
    const { rows } = await fixture.t.owner.query<{ told: string }>(
      `select concat(action, before::text, after::text) as told from dino.audit_event where entity_id = $1 or action = 'approval.proposed'`,
      [testAccount.clientId],
    )
    const outcomes = rows.map((row) => row.told).join()
    expect(outcomes).toContain('client.bankAccountAdded')
    for (const secret of [thirdIban, secondIban, holderName]) expect(outcomes).not.toContain(secret)
    const { notifications } = await fixture.who.call(listNotifications, {})
    expect(notifications[0]).toMatchObject({
      kind: 'client.bankAccount',
      link: `/clientes/${testAccount.clientId}`,
      params: { change: 'bankAdd', account: '•••• 7892' },
    })
  })
})

describe('access to bank accounts', () => {
  test('hides clients out of scope and bank accounts of another client', async () => {
    const testAccount = await fixture.accountWith('0.00')
    const friend = await fixture.accountWith('0.00')
    const outsider = await fixture.t.as('manager', (await fixture.t.make.employee()).cvl)
    const missing = buildExpectedError(404, 'notFound')
    await expect(fixture.see(testAccount, outsider)).rejects.toMatchObject(missing)
    await expect(fixture.add(testAccount, secondIban, { by: outsider })).rejects.toMatchObject(missing)
    await expect(fixture.choose(testAccount, friend.bankAccountId)).rejects.toMatchObject(missing)
    await expect(fixture.end(testAccount, friend.bankAccountId)).rejects.toMatchObject(missing)
  })

  test('a user without work on the client or payments reads only the last digits', async () => {
    const testAccount = await fixture.accountWith('0.00')
    const { clientId, accountId } = testAccount
    const onlooker = await fixture.t.as('investments')
    const { accounts, mayChange } = await fixture.see(testAccount, onlooker)
    expect([accounts[0]!.number, mayChange]).toEqual(['•••• 1332', false])
    const { bankAccounts } = await onlooker.call(getAccount, { params: { clientId, accountId } })
    expect(bankAccounts).toEqual([{ id: testAccount.bankAccountId, number: '•••• 1332' }])
    await expect(fixture.add(testAccount, secondIban, { by: onlooker })).rejects.toMatchObject(
      buildExpectedError(403, 'permission.missing'),
    )
    expect((await fixture.see(testAccount, fixture.direction)).accounts[0]!.number).toBe(testIban)
  })

  test('refuses proposals and decisions about a declared relative', async () => {
    const testAccount = await fixture.accountWith('0.00')
    const relativeOf = (employeeId: string) =>
      fixture.t.db
        .insertInto('declaredRelative')
        .values({
          employeeId,
          relativeClientId: testAccount.clientId,
          relation: 'child',
          declaredBy: fixture.who.userId,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
    const proposed = await fixture.add(testAccount, 'ES1000492352082414205416', { checked: true })
    await relativeOf(fixture.head.id)
    await expect(fixture.agree(proposed, fixture.superior)).rejects.toMatchObject(
      buildExpectedError(409, 'approval.ownRecord'),
    )
    await relativeOf(fixture.manager.id)
    await expect(fixture.add(testAccount, thirdIban, { checked: true })).rejects.toMatchObject(
      buildExpectedError(409, 'approval.ownRecord'),
    )
    // Who looks after the machine decides on no money.
    await expect(fixture.agree(proposed, fixture.admin)).rejects.toMatchObject(buildExpectedError(404, 'notFound'))
    await fixture.agree(proposed, fixture.direction)
  })
})

test('adds an account at once without second approval, and still holds it 48 hours', async () => {
  const testAccount = await fixture.accountWith('0.00')
  await setDisabledTasks(fixture.t.db, ['bankAccount'])
  const key = randomUUID()
  const version = (await fixture.see(testAccount)).version
  const outcomes = await fixture.add(testAccount, 'ES9820385778983000760236', { key, version, makeDefault: true })
  const again = await fixture.add(testAccount, 'ES9820385778983000760236', { key, version, makeDefault: true })
  await setDisabledTasks(fixture.t.db, [])
  expect([outcomes, again]).toEqual([outcomes, { state: 'done', approvalId: null }])
  expect((await fixture.see(testAccount)).accounts[0]).toMatchObject({ isDefault: true, heldUntil: expect.any(String) })
})
