import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getApproval, rejectChangeRequest } from '#contract/approvals.ts'
import { getAccount } from '#contract/clients/client.ts'
import { searchClients } from '#contract/clients.ts'
import { listNotifications } from '#contract/notifications.ts'
import { listBatchOrders } from '#contract/payment-batches.ts'
import { getPayment } from '#contract/payments.ts'
import { setDisabledTasks } from '#server/domain/approvals.ts'
import { chooseOrders } from '#server/features/payment-batches/test-batches.ts'
import { buildExpectedError, noonMs, testIban } from '#server/features/payments/test-payments.ts'
import { createBankAccountFixture } from './test-bank-accounts.ts'

const secondIban = 'ES7921000813610123456789'
const thirdIban = 'ES6000491500051234567892'
const portugueseIban = 'PT50000201231234567890154'
const hour = 3_600_000
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

describe('default bank account', () => {
  test('a later maturity pays to the new default; earlier payments keep their account', async () => {
    const testAccount = await fixture.accountWith('1000.00')
    const earlier = await fixture.matured(testAccount, '100.00')
    const { paymentId } = await fixture.approved('50.00', testAccount)
    const { id } = await fixture.added(testAccount, secondIban, { checked: true })
    await fixture.agree(await fixture.choose(testAccount, id))
    const later = await fixture.matured(testAccount, '200.00')
    const numbers = await Promise.all(
      [earlier, paymentId, later].map((one) => fixture.who.call(getPayment, { params: { paymentId: one } })),
    )
    expect(numbers.map(({ bankAccount }) => bankAccount)).toEqual([testIban, testIban, secondIban])
    await expect(fixture.choose(testAccount, id)).rejects.toMatchObject(
      buildExpectedError(409, 'bankAccount.isDefault'),
    )
    // The one that was named first stands first where somebody chooses.
    const { clientId, accountId } = testAccount
    const { bankAccounts } = await fixture.who.call(getAccount, { params: { clientId, accountId } })
    expect(bankAccounts.map(({ number }) => number)).toEqual([secondIban, testIban])
  })

  test('the first of two concurrent choices of a default wins', async () => {
    const testAccount = await fixture.accountWith('0.00')
    const one = await fixture.added(testAccount, secondIban, { checked: true })
    const two = await fixture.added(testAccount, thirdIban, { checked: true })
    const { version } = await fixture.see(testAccount)
    const first = await fixture.choose(testAccount, one.id)
    const second = await fixture.choose(testAccount, two.id)
    await fixture.agree(first)
    await expect(fixture.choose(testAccount, two.id, { version })).rejects.toMatchObject(
      buildExpectedError(409, 'conflict.changed'),
    )
    await expect(fixture.agree(second)).rejects.toMatchObject(buildExpectedError(409, 'approval.changedSince'))
    expect((await fixture.see(testAccount)).accounts[0]).toMatchObject({ number: secondIban, isDefault: true })
  })

  test('holds a receipt-only bank account for 48 hours after it becomes the default', async () => {
    const testAccount = await fixture.accountWith('1000.00')
    const { id } = await fixture.t.db
      .insertInto('clientBankAccount')
      .values({
        clientId: testAccount.clientId,
        number: secondIban,
        isPayout: false,
        knownSince: '2025-01-01T10:00:00Z',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await fixture.agree(await fixture.choose(testAccount, id))
    const { accounts } = await fixture.see(testAccount)
    expect(accounts[0]).toMatchObject({
      number: secondIban,
      isPayout: true,
      isDefault: true,
      heldUntil: expect.any(String),
    })
    expect((await fixture.waitingOf(await fixture.matured(testAccount, '10.00')))?.waits).toBe('newBankAccount')
  })
})

describe('hold of new bank accounts', () => {
  test('holds payments to a new account for exactly 48 hours and shows changes longer', async () => {
    const testAccount = await fixture.accountWith('1000.00')
    const { id, heldUntil } = await fixture.added(testAccount, secondIban, { makeDefault: true, checked: true })
    expect(Date.parse(heldUntil!)).toBe(noonMs + 48 * hour)
    const paymentId = await fixture.matured(testAccount, '10.00')
    const insertAgedAccount = async (hours: number, milliseconds: number) => {
      const at = new Date(noonMs - hours * hour + milliseconds).toISOString()
      await fixture.t.db.updateTable('clientBankAccount').set({ knownSince: at }).where('id', '=', id).execute()
      await fixture.t.db.updateTable('clientBankChange').set({ doneAt: at }).where('bankAccountId', '=', id).execute()
      const one = (await fixture.see(testAccount)).accounts.find((account) => account.id === id)!
      const { waits, bankChangedAt } = (await fixture.waitingOf(paymentId))!
      return [one.heldUntil !== null, waits === 'newBankAccount', bankChangedAt !== null]
    }
    expect([
      await insertAgedAccount(48, 1),
      await insertAgedAccount(48, 0),
      await insertAgedAccount(8 * 24, 0),
    ]).toEqual([
      [true, true, true],
      [false, false, true],
      [false, false, false],
    ])
  })
})

describe('end of bank accounts', () => {
  test('ending an account moves its waiting payments to another one and holds them again', async () => {
    const testAccount = await fixture.accountWith('1000.00')
    const { paymentId } = await fixture.approved('50.00', testAccount)
    await expect(fixture.end(testAccount, testAccount.bankAccountId)).rejects.toMatchObject(
      buildExpectedError(409, 'bankAccount.paymentsWait'),
    )
    const { id } = await fixture.added(testAccount, secondIban, { checked: true })
    expect((await fixture.see(testAccount)).accounts[0]!.waiting).toEqual({ payments: 1, amount: '50.00' })
    await expect(fixture.end(testAccount, testAccount.bankAccountId, testAccount.bankAccountId)).rejects.toMatchObject(
      buildExpectedError(400, 'request.invalid', { takesOverId: 'unknown' }),
    )
    const proposed = await fixture.end(testAccount, testAccount.bankAccountId, id)
    const { after } = await fixture.superior.call(getApproval, { params: { approvalId: proposed.approvalId! } })
    expect(after).toMatchObject({ takesOver: secondIban, holder: expect.any(String), payments: 1, amount: '50.00' })
    await fixture.t.db
      .updateTable('paymentOrder')
      .set({ clearanceId: proposed.approvalId })
      .where('id', '=', paymentId)
      .execute()
    await fixture.agree(proposed)
    expect(await fixture.who.call(getPayment, { params: { paymentId } })).toMatchObject({
      bankAccount: secondIban,
      waits: 'newBankAccount',
    })
    expect(await fixture.shown(testAccount)).toEqual([
      ['6789', true, false],
      ['1332', false, true],
    ])
    // Nothing is paid to what has ended, asked for or not, and it is added again as a new one.
    await expect(fixture.ask(testAccount, '1.00')).rejects.toMatchObject(
      buildExpectedError(400, 'request.invalid', { bankAccountId: 'unknown' }),
    )
    await expect(fixture.choose(testAccount, testAccount.bankAccountId)).rejects.toMatchObject(
      buildExpectedError(404, 'notFound'),
    )
    const again = await fixture.added(testAccount, testIban, { checked: true })
    expect(again).toMatchObject({ heldUntil: expect.any(String) })
    expect(again.id).not.toBe(testAccount.bankAccountId)
    await expect(
      fixture.t.owner.query('update dino.client_bank_account set ended_at = null where id = $1', [
        testAccount.bankAccountId,
      ]),
    ).rejects.toMatchObject({ code: 'AT006' })
  })

  test('ending the default requires a successor, except for the last without waiting payments', async () => {
    const testAccount = await fixture.accountWith('1000.00')
    const { id } = await fixture.added(testAccount, secondIban, { checked: true })
    await expect(fixture.end(testAccount, testAccount.bankAccountId)).rejects.toMatchObject(
      buildExpectedError(400, 'request.invalid', { takesOverId: 'required' }),
    )
    await fixture.agree(await fixture.end(testAccount, testAccount.bankAccountId, id))
    await fixture.agree(await fixture.end(testAccount, id))
    const paymentId = await fixture.matured(testAccount, '10.00')
    expect((await fixture.waitingOf(paymentId))?.waits).toBe('noBankAccount')
    await fixture.added(testAccount, thirdIban, { checked: true })
    expect(await fixture.waitingOf(paymentId)).toMatchObject({ waits: 'newBankAccount', bankAccount: thirdIban })
  })

  test('waits with the end of an account until its payment leaves the batch', async () => {
    const testAccount = await fixture.accountWith('1000.00')
    const { id } = await fixture.added(testAccount, secondIban, { checked: true })
    const { paymentId } = await fixture.approved('50.00', testAccount)
    const proposed = await fixture.end(testAccount, testAccount.bankAccountId, id)
    const { batchId } = await fixture.make(chooseOrders(paymentId))
    await expect(fixture.agree(proposed)).rejects.toMatchObject(buildExpectedError(409, 'bankAccount.inBatch'))
    const { rows } = await fixture.admin.call(listBatchOrders.page, { params: { batchId } })
    expect(rows[0]).toMatchObject({ bankAccount: testIban, bankChangedAt: null })
    await fixture.giveUp(batchId)
    await fixture.agree(proposed)
    expect((await fixture.who.call(getPayment, { params: { paymentId } })).bankAccount).toBe(secondIban)
  })

  test('a payment asked for while its bank account ends keeps a valid destination', async () => {
    for (let round = 0; round < 4; round += 1) {
      const testAccount = await fixture.accountWith('1000.00')
      const { id } = await fixture.added(testAccount, secondIban, { checked: true })
      const proposed = await fixture.end(testAccount, testAccount.bankAccountId, id)
      const [agreed, proposals] = await Promise.allSettled([fixture.agree(proposed), fixture.ask(testAccount, '10.00')])
      if (proposals.status === 'rejected') {
        expect(proposals.reason).toMatchObject(buildExpectedError(400, 'request.invalid', { bankAccountId: 'unknown' }))
        continue
      }
      // Whoever agreed had been shown that nothing is led elsewhere.
      expect(agreed).toMatchObject({ status: 'rejected', reason: buildExpectedError(409, 'approval.changedSince') })
      expect((await fixture.who.call(getPayment, { params: proposals.value })).bankAccount).toBe(testIban)
    }
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

test('bank account changes leave no differences in the books', async () => {
  expect(await fixture.differences()).toEqual([])
})
