import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getApproval, reject } from '#contract/approvals.ts'
import { getAccount } from '#contract/clients/client.ts'
import { searchClients } from '#contract/clients.ts'
import { listNotifications } from '#contract/notifications.ts'
import { listBatchOrders } from '#contract/payment-batches.ts'
import { getPayment } from '#contract/payments.ts'
import { switchTasksOff } from '#server/domain/approvals.ts'
import { byOrders } from '#server/features/payment-batches/test-batches.ts'
import { iban, noon, refused } from '#server/features/payments/test-payments.ts'
import { firmOfBankAccounts } from './test-bank-accounts.ts'

const other = 'ES7921000813610123456789'
const third = 'ES6000491500051234567892'
const fourth = 'PT50000201231234567890154'
const hour = 3_600_000
const name = 'Ana Prueba'

let f: Awaited<ReturnType<typeof firmOfBankAccounts>>
beforeAll(async () => {
  f = await firmOfBankAccounts()
})
afterAll(() => f.t.drop())

describe('new bank accounts', () => {
  test('a second person approves the full number before payments use a new bank account', async () => {
    const place = await f.accountWith('1000.00')
    const proposed = await f.add(place, 'es79 2100 0813 6101 2345 6789', { makeDefault: true })
    expect(proposed).toMatchObject({ state: 'pending' })
    const before = await f.see(place)
    expect(before.accounts.map(({ number }) => number)).toEqual([iban])
    expect(before.pending).toMatchObject([
      { kind: 'add', number: other, makesDefault: true, approvalId: proposed.approvalId },
    ])
    const read = await f.boss.call(getApproval, { params: { approvalId: proposed.approvalId! } })
    expect(read).toMatchObject({
      mayDecide: true,
      after: { bankAccount: other, defaultAccount: other, bank: 'CaixaBank' },
    })
    await expect(f.agree(proposed, f.who)).rejects.toMatchObject({ status: 403 })
    await f.agree(proposed)
    expect(await f.shown(place)).toEqual([
      ['6789', true, false],
      ['1332', false, false],
    ])
    expect((await f.see(place)).pending).toEqual([])
    const { clients } = await f.who.call(searchClients, { query: { q: '0813610123456789' } })
    expect(clients.map(({ id }) => id)).toContain(place.clientId)
  })

  test.each([
    ['a wrong digit', 'ES7921000813610123456788', 400, 'request.invalid', { number: 'iban' }],
    ['a CLABE where IBANs are', '032180000118359719', 400, 'request.invalid', { number: 'iban' }],
    ['one that the client has', iban, 409, 'bankAccount.known', undefined],
  ])('refuses a new bank account with %s', async (_, number, status, code, fields) => {
    const place = await f.accountWith('0.00')
    await expect(f.add(place, number)).rejects.toMatchObject(refused(status, code, fields))
    expect((await f.see(place)).pending).toEqual([])
  })

  test('a shared number or other holder needs confirmation and always a second person', async () => {
    const [place, friend] = [await f.accountWith('0.00'), await f.accountWith('0.00')]
    await f.t.make
      .account({ clientId: place.clientId })
      .then(({ id: accountId }) =>
        f.t.db
          .insertInto('accountHolder')
          .values({ accountId, clientId: friend.clientId, role: 'authorised', share: null })
          .execute(),
      )
    await f.added(friend, fourth)
    await expect(f.add(place, fourth)).rejects.toMatchObject(
      refused(409, 'bankAccount.doubtful', { number: 'sameOfJoint' }),
    )
    const stranger = await f.t.make.client()
    await f.t.db.insertInto('clientBankAccount').values({ clientId: stranger.id, number: fourth }).execute()
    await expect(f.add(place, fourth, { holder: 'Luis Otro' })).rejects.toMatchObject(
      refused(409, 'bankAccount.doubtful', { number: 'sameNumber', holder: 'otherHolder' }),
    )
    await switchTasksOff(f.t.db, ['bankAccount'])
    const proposed = await f.add(place, fourth, { checked: true })
    await switchTasksOff(f.t.db, [])
    expect(proposed.state).toBe('pending')
    const { after } = await f.boss.call(getApproval, { params: { approvalId: proposed.approvalId! } })
    expect(after).toMatchObject({ sameNumber: 2, sameOfJoint: 1 })
    // Of the other clients, who may be seen is named; the stranger is only counted.
    expect((await f.see(place)).pending[0]!.sharing).toMatchObject({
      clients: 2,
      ofJoint: 1,
      seen: [{ id: friend.clientId }],
    })
  })

  test('refuses the second approval when two clients add the same number at once', async () => {
    const [one, two] = [await f.accountWith('0.00'), await f.accountWith('0.00')]
    const number = 'ES1000492352082414205416'
    const asked = [await f.add(one, number), await f.add(two, number)]
    const told = await Promise.allSettled(asked.map((proposed) => f.agree(proposed)))
    const lost = told.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
    expect(lost).toEqual([expect.objectContaining(refused(409, 'approval.changedSince'))])
  })

  test('proposes a bank account once under one key and refuses a second proposal', async () => {
    const [place, key] = [await f.accountWith('0.00'), randomUUID()]
    const { version } = await f.see(place)
    const told = await Promise.all(
      Array.from({ length: 8 }, () => f.add(place, other, { key, version, checked: true })),
    )
    expect(new Set(told.map(({ approvalId }) => approvalId)).size).toBe(1)
    await expect(f.add(place, third, { key, version, checked: true })).rejects.toMatchObject(
      refused(422, 'idempotency.differentBody'),
    )
    await expect(f.add(place, other, { checked: true })).rejects.toMatchObject(refused(409, 'bankAccount.asked'))
    await f.direction.call(reject, {
      params: { approvalId: told[0]!.approvalId! },
      body: { reason: 'Falta el certificado' },
    })
    expect((await f.see(place)).pending).toEqual([])
    expect(await f.add(place, other, { checked: true })).toMatchObject({ state: 'pending' })
  })

  test('keeps number and name out of the audit and notifies the client’s manager', async () => {
    const place = await f.accountWith('0.00')
    await f.t.as('direction')
    await f.agree(await f.add(place, third, { by: f.boss, checked: true }), f.direction)
    const { rows } = await f.t.owner.query<{ told: string }>(
      `select concat(action, before::text, after::text) as told from dino.audit_event where entity_id = $1 or action = 'approval.proposed'`,
      [place.clientId],
    )
    const told = rows.map((row) => row.told).join()
    expect(told).toContain('client.bankAccountAdded')
    for (const secret of [third, other, name]) expect(told).not.toContain(secret)
    const { notifications } = await f.who.call(listNotifications, {})
    expect(notifications[0]).toMatchObject({
      ...{ kind: 'client.bankAccount', link: `/clientes/${place.clientId}` },
      params: { change: 'bankAdd', account: '•••• 7892' },
    })
  })
})

describe('access to bank accounts', () => {
  test('hides clients out of scope and bank accounts of another client', async () => {
    const [place, friend] = [await f.accountWith('0.00'), await f.accountWith('0.00')]
    const stranger = await f.t.as('manager', (await f.t.make.employee()).cvl)
    const missing = refused(404, 'notFound')
    await expect(f.see(place, stranger)).rejects.toMatchObject(missing)
    await expect(f.add(place, other, { by: stranger })).rejects.toMatchObject(missing)
    await expect(f.choose(place, friend.bankAccountId)).rejects.toMatchObject(missing)
    await expect(f.end(place, friend.bankAccountId)).rejects.toMatchObject(missing)
  })

  test('a user without work on the client or payments reads only the last digits', async () => {
    const place = await f.accountWith('0.00')
    const { clientId, accountId } = place
    const onlooker = await f.t.as('investments')
    const { accounts, mayChange } = await f.see(place, onlooker)
    expect([accounts[0]!.number, mayChange]).toEqual(['•••• 1332', false])
    const { bankAccounts } = await onlooker.call(getAccount, { params: { clientId, accountId } })
    expect(bankAccounts).toEqual([{ id: place.bankAccountId, number: '•••• 1332' }])
    await expect(f.add(place, other, { by: onlooker })).rejects.toMatchObject(refused(403, 'permission.missing'))
    expect((await f.see(place, f.direction)).accounts[0]!.number).toBe(iban)
  })

  test('refuses proposals and decisions about a declared relative', async () => {
    const place = await f.accountWith('0.00')
    const relativeOf = (employeeId: string) =>
      f.t.db
        .insertInto('declaredRelative')
        .values({ employeeId, relativeClientId: place.clientId, relation: 'child', declaredBy: f.who.userId })
        .returning('id')
        .executeTakeFirstOrThrow()
    const proposed = await f.add(place, 'ES1000492352082414205416', { checked: true })
    await relativeOf(f.head.id)
    await expect(f.agree(proposed, f.boss)).rejects.toMatchObject(refused(409, 'approval.ownRecord'))
    await relativeOf(f.manager.id)
    await expect(f.add(place, third, { checked: true })).rejects.toMatchObject(refused(409, 'approval.ownRecord'))
    // Who looks after the machine decides on no money.
    await expect(f.agree(proposed, f.admin)).rejects.toMatchObject(refused(404, 'notFound'))
    await f.agree(proposed, f.direction)
  })
})

describe('default bank account', () => {
  test('a later maturity pays to the new default; earlier payments keep their account', async () => {
    const place = await f.accountWith('1000.00')
    const earlier = await f.matured(place, '100.00')
    const { paymentId } = await f.approved('50.00', place)
    const { id } = await f.added(place, other, { checked: true })
    await f.agree(await f.choose(place, id))
    const later = await f.matured(place, '200.00')
    const numbers = await Promise.all(
      [earlier, paymentId, later].map((one) => f.who.call(getPayment, { params: { paymentId: one } })),
    )
    expect(numbers.map(({ bankAccount }) => bankAccount)).toEqual([iban, iban, other])
    await expect(f.choose(place, id)).rejects.toMatchObject(refused(409, 'bankAccount.isDefault'))
    // The one that was named first stands first where somebody chooses.
    const { clientId, accountId } = place
    const { bankAccounts } = await f.who.call(getAccount, { params: { clientId, accountId } })
    expect(bankAccounts.map(({ number }) => number)).toEqual([other, iban])
  })

  test('the first of two concurrent choices of a default wins', async () => {
    const place = await f.accountWith('0.00')
    const [one, two] = [await f.added(place, other, { checked: true }), await f.added(place, third, { checked: true })]
    const { version } = await f.see(place)
    const [first, second] = [await f.choose(place, one.id), await f.choose(place, two.id)]
    await f.agree(first)
    await expect(f.choose(place, two.id, { version })).rejects.toMatchObject(refused(409, 'conflict.changed'))
    await expect(f.agree(second)).rejects.toMatchObject(refused(409, 'approval.changedSince'))
    expect((await f.see(place)).accounts[0]).toMatchObject({ number: other, isDefault: true })
  })

  test('holds a receipt-only bank account for 48 hours after it becomes the default', async () => {
    const place = await f.accountWith('1000.00')
    const { id } = await f.t.db
      .insertInto('clientBankAccount')
      .values({ clientId: place.clientId, number: other, isPayout: false, knownSince: '2025-01-01T10:00:00Z' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await f.agree(await f.choose(place, id))
    const { accounts } = await f.see(place)
    expect(accounts[0]).toMatchObject({ number: other, isPayout: true, isDefault: true, heldUntil: expect.any(String) })
    expect((await f.waitingOf(await f.matured(place, '10.00')))?.waits).toBe('newBankAccount')
  })
})

describe('hold of new bank accounts', () => {
  test('holds payments to a new account for exactly 48 hours and shows changes longer', async () => {
    const place = await f.accountWith('1000.00')
    const { id, heldUntil } = await f.added(place, other, { makeDefault: true, checked: true })
    expect(Date.parse(heldUntil!)).toBe(noon + 48 * hour)
    const paymentId = await f.matured(place, '10.00')
    const standing = async (hours: number, milliseconds: number) => {
      const at = new Date(noon - hours * hour + milliseconds).toISOString()
      await f.t.db.updateTable('clientBankAccount').set({ knownSince: at }).where('id', '=', id).execute()
      await f.t.db.updateTable('clientBankChange').set({ doneAt: at }).where('bankAccountId', '=', id).execute()
      const one = (await f.see(place)).accounts.find((account) => account.id === id)!
      const { waits, bankChangedAt } = (await f.waitingOf(paymentId))!
      return [one.heldUntil !== null, waits === 'newBankAccount', bankChangedAt !== null]
    }
    expect([await standing(48, 1), await standing(48, 0), await standing(8 * 24, 0)]).toEqual([
      [true, true, true],
      [false, false, true],
      [false, false, false],
    ])
  })
})

describe('end of bank accounts', () => {
  test('ending an account moves its waiting payments to another one and holds them again', async () => {
    const place = await f.accountWith('1000.00')
    const { paymentId } = await f.approved('50.00', place)
    await expect(f.end(place, place.bankAccountId)).rejects.toMatchObject(refused(409, 'bankAccount.paymentsWait'))
    const { id } = await f.added(place, other, { checked: true })
    expect((await f.see(place)).accounts[0]!.waiting).toEqual({ payments: 1, amount: '50.00' })
    await expect(f.end(place, place.bankAccountId, place.bankAccountId)).rejects.toMatchObject(
      refused(400, 'request.invalid', { takesOverId: 'unknown' }),
    )
    const proposed = await f.end(place, place.bankAccountId, id)
    const { after } = await f.boss.call(getApproval, { params: { approvalId: proposed.approvalId! } })
    expect(after).toMatchObject({ takesOver: other, holder: expect.any(String), payments: 1, amount: '50.00' })
    await f.t.db
      .updateTable('paymentOrder')
      .set({ clearanceId: proposed.approvalId })
      .where('id', '=', paymentId)
      .execute()
    await f.agree(proposed)
    expect(await f.who.call(getPayment, { params: { paymentId } })).toMatchObject({
      bankAccount: other,
      waits: 'newBankAccount',
    })
    expect(await f.shown(place)).toEqual([
      ['6789', true, false],
      ['1332', false, true],
    ])
    // Nothing is paid to what has ended, asked for or not, and it is added again as a new one.
    await expect(f.ask(place, '1.00')).rejects.toMatchObject(
      refused(400, 'request.invalid', { bankAccountId: 'unknown' }),
    )
    await expect(f.choose(place, place.bankAccountId)).rejects.toMatchObject(refused(404, 'notFound'))
    const again = await f.added(place, iban, { checked: true })
    expect(again).toMatchObject({ heldUntil: expect.any(String) })
    expect(again.id).not.toBe(place.bankAccountId)
    await expect(
      f.t.owner.query('update dino.client_bank_account set ended_at = null where id = $1', [place.bankAccountId]),
    ).rejects.toMatchObject({ code: 'AT006' })
  })

  test('ending the default requires a successor, except for the last without waiting payments', async () => {
    const place = await f.accountWith('1000.00')
    const { id } = await f.added(place, other, { checked: true })
    await expect(f.end(place, place.bankAccountId)).rejects.toMatchObject(
      refused(400, 'request.invalid', { takesOverId: 'required' }),
    )
    await f.agree(await f.end(place, place.bankAccountId, id))
    await f.agree(await f.end(place, id))
    const paymentId = await f.matured(place, '10.00')
    expect((await f.waitingOf(paymentId))?.waits).toBe('noBankAccount')
    await f.added(place, third, { checked: true })
    expect(await f.waitingOf(paymentId)).toMatchObject({ waits: 'newBankAccount', bankAccount: third })
  })

  test('waits with the end of an account until its payment leaves the batch', async () => {
    const place = await f.accountWith('1000.00')
    const { id } = await f.added(place, other, { checked: true })
    const { paymentId } = await f.approved('50.00', place)
    const proposed = await f.end(place, place.bankAccountId, id)
    const { batchId } = await f.make(byOrders(paymentId))
    await expect(f.agree(proposed)).rejects.toMatchObject(refused(409, 'bankAccount.inBatch'))
    const { rows } = await f.admin.call(listBatchOrders.page, { params: { batchId } })
    expect(rows[0]).toMatchObject({ bankAccount: iban, bankChangedAt: null })
    await f.giveUp(batchId)
    await f.agree(proposed)
    expect((await f.who.call(getPayment, { params: { paymentId } })).bankAccount).toBe(other)
  })

  test('a payment asked for while its bank account ends keeps a valid destination', async () => {
    for (let round = 0; round < 4; round += 1) {
      const place = await f.accountWith('1000.00')
      const { id } = await f.added(place, other, { checked: true })
      const proposed = await f.end(place, place.bankAccountId, id)
      const [agreed, asked] = await Promise.allSettled([f.agree(proposed), f.ask(place, '10.00')])
      if (asked.status === 'rejected') {
        expect(asked.reason).toMatchObject(refused(400, 'request.invalid', { bankAccountId: 'unknown' }))
        continue
      }
      // Whoever agreed had been shown that nothing is led elsewhere.
      expect(agreed).toMatchObject({ status: 'rejected', reason: refused(409, 'approval.changedSince') })
      expect((await f.who.call(getPayment, { params: asked.value })).bankAccount).toBe(iban)
    }
  })
})

test('adds an account at once without second approval, and still holds it 48 hours', async () => {
  const place = await f.accountWith('0.00')
  await switchTasksOff(f.t.db, ['bankAccount'])
  const key = randomUUID()
  const version = (await f.see(place)).version
  const told = await f.add(place, 'ES9820385778983000760236', { key, version, makeDefault: true })
  const again = await f.add(place, 'ES9820385778983000760236', { key, version, makeDefault: true })
  await switchTasksOff(f.t.db, [])
  expect([told, again]).toEqual([told, { state: 'done', approvalId: null }])
  expect((await f.see(place)).accounts[0]).toMatchObject({ isDefault: true, heldUntil: expect.any(String) })
})

test('bank account changes leave no differences in the books', async () => {
  expect(await f.differences()).toEqual([])
})
