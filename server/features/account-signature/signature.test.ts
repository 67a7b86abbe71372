import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeSigningMode, getSigningMode } from '#contract/account-signature.ts'
import { approveChangeRequest, getApproval, rejectChangeRequest } from '#contract/approvals.ts'
import { getRecordHistory } from '#contract/audit.ts'
import { listNotifications } from '#contract/notifications.ts'
import { cancelPayment } from '#contract/payments.ts'
import { setDisabledTasks } from '#server/domain/approvals.ts'
import { buildExpectedError, createPaymentFixture, noonMs } from '#server/features/payments/test-payments.ts'

type PaymentFixture = Awaited<ReturnType<typeof createPaymentFixture>>
type TestAccount = Awaited<ReturnType<PaymentFixture['accountWith']>>
type SignatureChangeOptions = { by?: PaymentFixture['who']; signedBy?: number[] }

let fixture: PaymentFixture
beforeAll(async () => {
  fixture = await createPaymentFixture()
})
afterAll(() => fixture.t.drop())

/** Held by the client and by one of a stranger's, whose name is all that the manager may know. */
const createJointAccount = async (capital: string, signature: 'one' | 'all') => {
  const testAccount = await fixture.accountWith(capital)
  const other = await fixture.t.make.client({ name: 'Berta', surname: 'Lejos' })
  await fixture.inOrder(other.id)
  const { accountId } = testAccount
  await fixture.t.db.updateTable('accountHolder').set({ share: '50' }).where('accountId', '=', accountId).execute()
  const role = { accountId, clientId: other.id, role: 'holder' as const, share: '50' }
  await fixture.t.db.insertInto('accountHolder').values(role).execute()
  await fixture.t.db.updateTable('account').set({ signature }).where('id', '=', accountId).execute()
  return { ...testAccount, other }
}
const callGetSignature = ({ clientId, accountId }: TestAccount, by = fixture.who) =>
  by.call(getSigningMode, { params: { clientId, accountId } })
const callChangeSignature = (
  { clientId, accountId }: TestAccount,
  signature: 'one' | 'all',
  { by = fixture.who, signedBy = [1, 2] }: SignatureChangeOptions = {},
) =>
  by.call(changeSigningMode, {
    params: { clientId, accountId },
    body: { signature, signedBy, reason: 'Lo piden por escrito' },
  })
const callApprove = ({ approvalId }: { approvalId: string | null }, by = fixture.superior) =>
  by.call(approveChangeRequest, { params: { approvalId: approvalId! }, body: {} })
/** Where the notices of such a change lead that somebody has got. */
const listNotificationsOf = async (caller: PaymentFixture['who']) => {
  const { notifications } = await caller.call(listNotifications, { query: { limit: '100' } })
  return notifications.flatMap(({ kind, link }) => (kind === 'client.signature' ? [link] : []))
}

describe('changes to one signature', () => {
  test('changing to one signature takes all signatures and an approver; withdrawals then ask none', async () => {
    const testAccount = await createJointAccount('1000.00', 'all')
    const holders = (await callGetSignature(testAccount)).holders
    expect(holders).toEqual([
      { place: 1, name: expect.any(String) },
      { place: 2, name: 'Berta Lejos' },
    ])
    await expect(callChangeSignature(testAccount, 'one', { signedBy: [1] })).rejects.toMatchObject(
      buildExpectedError(409, 'account.allSign', { signedBy: 'required' }),
    )
    const proposed = await callChangeSignature(testAccount, 'one')
    expect(proposed.state).toBe('pending')
    expect(await callGetSignature(testAccount)).toMatchObject({
      signature: 'all',
      mayChange: false,
      pending: { signature: 'one', approvalId: proposed.approvalId },
    })
    await expect(callChangeSignature(testAccount, 'one')).rejects.toMatchObject(
      buildExpectedError(409, 'account.signatureWaits'),
    )
    const read = await fixture.superior.call(getApproval, { params: { approvalId: proposed.approvalId! } })
    expect(read).toMatchObject({
      mayDecide: true,
      link: `/clientes/${testAccount.clientId}/cuentas/${testAccount.accountId}`,
      before: { signature: 'allHolders' },
      after: { signature: 'anyHolder', signedBy: [holders[0]!.name, 'Berta Lejos'] },
    })
    await expect(fixture.ask(testAccount, '10.00')).rejects.toMatchObject(buildExpectedError(409, 'account.allSign'))
    await expect(callApprove(proposed, fixture.who)).rejects.toMatchObject({ status: 403 })
    await callApprove(proposed)
    expect(await callGetSignature(testAccount)).toMatchObject({ signature: 'one', mayChange: true, pending: null })
    expect((await fixture.ask(testAccount, '10.00')).paymentId).toEqual(expect.any(String))
    const { rows } = await fixture.t.owner.query(
      `select before, after from dino.audit_event where action = 'account.signatureChanged' and entity_id = $1`,
      [testAccount.accountId],
    )
    const cvls = await fixture.t.db
      .selectFrom('client')
      .where('id', 'in', [testAccount.clientId, testAccount.other.id])
      .select('cvl')
      .orderBy('id')
      .execute()
    expect(rows).toEqual([
      { before: { signature: 'allHolders' }, after: { signature: 'anyHolder', signedBy: cvls.map(({ cvl }) => cvl) } },
    ])
    const admin = await fixture.t.as('admin')
    const history = await admin.call(getRecordHistory, {
      params: { entity: 'account', recordId: testAccount.accountId },
    })
    expect(history.rows.map(({ action }) => action)).toContain('account.signatureChanged')
  })

  test('a signature change ends when rejected, and applies at once when approval is off', async () => {
    const testAccount = await createJointAccount('0.00', 'all')
    const { approvalId } = await callChangeSignature(testAccount, 'one')
    await fixture.superior.call(rejectChangeRequest, {
      params: { approvalId: approvalId! },
      body: { reason: 'No consta la firma' },
    })
    expect(await callGetSignature(testAccount)).toMatchObject({ signature: 'all', mayChange: true, pending: null })
    await setDisabledTasks(fixture.t.db, ['signature'])
    const done = await callChangeSignature(testAccount, 'one').finally(() => setDisabledTasks(fixture.t.db, []))
    expect([done.state, (await callGetSignature(testAccount)).signature]).toEqual(['done', 'one'])
  })
})

describe('changes to all signatures', () => {
  test('any holder changes to all signatures; earlier requests keep their signature rule', async () => {
    const testAccount = await createJointAccount('1000.00', 'one')
    const { paymentId } = await fixture.ask(testAccount, '100.00')
    const proposed = await callChangeSignature(testAccount, 'all', { signedBy: [2] })
    await callApprove(proposed)
    await fixture.letGo(paymentId)
    expect((await fixture.detail(paymentId)).state).toBe('approved')
    await expect(fixture.ask(testAccount, '10.00')).rejects.toMatchObject(buildExpectedError(409, 'account.allSign'))
    const { paymentId: signed } = await fixture.ask(testAccount, '10.00', { allSigned: true })
    await fixture.who.call(cancelPayment, { params: { paymentId: signed }, body: { reason: 'Ya no lo necesita' } })
    // It was their own change.
    expect(await listNotificationsOf(fixture.who)).not.toContain(
      `/clientes/${testAccount.clientId}/cuentas/${testAccount.accountId}`,
    )
  })

  test('notifies the managers of the other holder about the signature change', async () => {
    const testAccount = await createJointAccount('0.00', 'one')
    const other = await fixture.t.make.employee()
    const colleague = await fixture.t.as('manager', other.cvl)
    await fixture.t.db
      .insertInto('clientStaff')
      .values({ clientId: testAccount.other.id, employeeId: other.id, role: 'manager', validFrom: '2024-01-01' })
      .execute()
    await fixture.t.make.refresh(testAccount.other.id)
    await callApprove(await callChangeSignature(testAccount, 'all'))
    expect(await listNotificationsOf(colleague)).toEqual([
      `/clientes/${testAccount.other.id}/cuentas/${testAccount.accountId}`,
    ])
  })
})

describe('refused signature changes', () => {
  test('refuses a signature change on an account with one holder', async () => {
    const testAccount = await fixture.accountWith('0.00')
    await expect(callChangeSignature(testAccount, 'all', { signedBy: [1] })).rejects.toMatchObject(
      buildExpectedError(409, 'account.oneHolder'),
    )
    expect((await callGetSignature(testAccount)).mayChange).toBe(false)
  })

  test('refuses a signature change without effect, with unknown signers or on an ended account', async () => {
    const testAccount = await createJointAccount('0.00', 'all')
    await expect(callChangeSignature(testAccount, 'all')).rejects.toMatchObject(
      buildExpectedError(409, 'conflict.changed'),
    )
    await expect(callChangeSignature(testAccount, 'one', { signedBy: [1, 3] })).rejects.toMatchObject(
      buildExpectedError(400, 'request.invalid', { signedBy: 'unknown' }),
    )
    await fixture.t.db
      .updateTable('account')
      .set({ status: 'canceled' })
      .where('id', '=', testAccount.accountId)
      .execute()
    await expect(callChangeSignature(testAccount, 'one')).rejects.toMatchObject(
      buildExpectedError(409, 'account.notActive'),
    )
    expect((await callGetSignature(testAccount)).mayChange).toBe(false)
  })

  test('refuses a signature change by users without scope or related to a holder', async () => {
    const testAccount = await createJointAccount('0.00', 'all')
    const outsider = await fixture.t.as('manager', (await fixture.t.make.employee()).cvl)
    await expect(callChangeSignature(testAccount, 'one', { by: outsider })).rejects.toMatchObject(
      buildExpectedError(404, 'notFound'),
    )
    await expect(callGetSignature(testAccount, outsider)).rejects.toMatchObject(buildExpectedError(404, 'notFound'))
    await fixture.t.db
      .insertInto('declaredRelative')
      .values({ employeeId: fixture.manager.id, relativeClientId: testAccount.other.id, relation: 'sibling' })
      .execute()
    await expect(callChangeSignature(testAccount, 'one')).rejects.toMatchObject(
      buildExpectedError(409, 'approval.ownRecord'),
    )
  })

  test('refuses an outdated signature change and keeps one of eight concurrent proposals', async () => {
    const testAccount = await createJointAccount('0.00', 'all')
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => callChangeSignature(testAccount, 'one')))
    const proposals = outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    expect(proposals).toHaveLength(1)
    await fixture.t.db
      .updateTable('account')
      .set({ signature: 'one' })
      .where('id', '=', testAccount.accountId)
      .execute()
    await expect(callApprove(proposals[0]!)).rejects.toMatchObject(buildExpectedError(409, 'approval.changedSince'))
    fixture.clock.now = noonMs + 15 * 86_400_000
    const later = await fixture.t.as('admin')
    expect((await callGetSignature(testAccount, later)).pending).toBeNull()
    expect((await callChangeSignature(testAccount, 'all', { by: later })).state).toBe('pending')
    fixture.clock.now = noonMs
  })
})
