import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeSignature, getSignature } from '#contract/account-signature.ts'
import { approve, getApproval, reject } from '#contract/approvals.ts'
import { getRecordHistory } from '#contract/audit.ts'
import { listNotifications } from '#contract/notifications.ts'
import { cancelPayment } from '#contract/payments.ts'
import { switchTasksOff } from '#server/domain/approvals.ts'
import { firmOfPayments, noon, refused } from '#server/features/payments/test-payments.ts'

type Firm = Awaited<ReturnType<typeof firmOfPayments>>
type Place = Awaited<ReturnType<Firm['accountWith']>>
type Said = { by?: Firm['who']; signedBy?: number[] }

let f: Firm
beforeAll(async () => {
  f = await firmOfPayments()
})
afterAll(() => f.t.drop())

/** Held by the client and by one of a stranger's, whose name is all that the manager may know. */
const jointWith = async (capital: string, signature: 'one' | 'all') => {
  const [place, other] = [await f.accountWith(capital), await f.t.make.client({ name: 'Berta', surname: 'Lejos' })]
  await f.inOrder(other.id)
  const { accountId } = place
  await f.t.db.updateTable('accountHolder').set({ share: '50' }).where('accountId', '=', accountId).execute()
  const role = { accountId, clientId: other.id, role: 'holder' as const, share: '50' }
  await f.t.db.insertInto('accountHolder').values(role).execute()
  await f.t.db.updateTable('account').set({ signature }).where('id', '=', accountId).execute()
  return { ...place, other }
}
const see = ({ clientId, accountId }: Place, by = f.who) => by.call(getSignature, { params: { clientId, accountId } })
const change = (
  { clientId, accountId }: Place,
  signature: 'one' | 'all',
  { by = f.who, signedBy = [1, 2] }: Said = {},
) =>
  by.call(changeSignature, {
    params: { clientId, accountId },
    body: { signature, signedBy, reason: 'Lo piden por escrito' },
  })
const agree = ({ approvalId }: { approvalId: string | null }, by = f.boss) =>
  by.call(approve, { params: { approvalId: approvalId! }, body: {} })
/** Where the notices of such a change lead that somebody has got. */
const toldOf = async (who: Firm['who']) => {
  const { notifications } = await who.call(listNotifications, { query: { limit: '100' } })
  return notifications.flatMap(({ kind, link }) => (kind === 'client.signature' ? [link] : []))
}

describe('changes to one signature', () => {
  test('changing to one signature takes all signatures and an approver; withdrawals then ask none', async () => {
    const place = await jointWith('1000.00', 'all')
    const holders = (await see(place)).holders
    expect(holders).toEqual([
      { place: 1, name: expect.any(String) },
      { place: 2, name: 'Berta Lejos' },
    ])
    await expect(change(place, 'one', { signedBy: [1] })).rejects.toMatchObject(
      refused(409, 'account.allSign', { signedBy: 'required' }),
    )
    const proposed = await change(place, 'one')
    expect(proposed.state).toBe('pending')
    expect(await see(place)).toMatchObject({
      ...{ signature: 'all', mayChange: false },
      pending: { signature: 'one', approvalId: proposed.approvalId },
    })
    await expect(change(place, 'one')).rejects.toMatchObject(refused(409, 'account.signatureWaits'))
    const read = await f.boss.call(getApproval, { params: { approvalId: proposed.approvalId! } })
    expect(read).toMatchObject({
      ...{ mayDecide: true, link: `/clientes/${place.clientId}/cuentas/${place.accountId}` },
      before: { signature: 'allHolders' },
      after: { signature: 'anyHolder', signedBy: [holders[0]!.name, 'Berta Lejos'] },
    })
    await expect(f.ask(place, '10.00')).rejects.toMatchObject(refused(409, 'account.allSign'))
    await expect(agree(proposed, f.who)).rejects.toMatchObject({ status: 403 })
    await agree(proposed)
    expect(await see(place)).toMatchObject({ signature: 'one', mayChange: true, pending: null })
    expect((await f.ask(place, '10.00')).paymentId).toEqual(expect.any(String))
    const { rows } = await f.t.owner.query(
      `select before, after from dino.audit_event where action = 'account.signatureChanged' and entity_id = $1`,
      [place.accountId],
    )
    const cvls = await f.t.db
      .selectFrom('client')
      .where('id', 'in', [place.clientId, place.other.id])
      .select('cvl')
      .orderBy('id')
      .execute()
    expect(rows).toEqual([
      { before: { signature: 'allHolders' }, after: { signature: 'anyHolder', signedBy: cvls.map(({ cvl }) => cvl) } },
    ])
    const admin = await f.t.as('admin')
    const history = await admin.call(getRecordHistory, { params: { entity: 'account', recordId: place.accountId } })
    expect(history.rows.map(({ action }) => action)).toContain('account.signatureChanged')
  })

  test('a signature change ends when rejected, and applies at once when approval is off', async () => {
    const place = await jointWith('0.00', 'all')
    const { approvalId } = await change(place, 'one')
    await f.boss.call(reject, { params: { approvalId: approvalId! }, body: { reason: 'No consta la firma' } })
    expect(await see(place)).toMatchObject({ signature: 'all', mayChange: true, pending: null })
    await switchTasksOff(f.t.db, ['signature'])
    const done = await change(place, 'one').finally(() => switchTasksOff(f.t.db, []))
    expect([done.state, (await see(place)).signature]).toEqual(['done', 'one'])
  })
})

describe('changes to all signatures', () => {
  test('any holder changes to all signatures; earlier requests keep their signature rule', async () => {
    const place = await jointWith('1000.00', 'one')
    const { paymentId } = await f.ask(place, '100.00')
    const proposed = await change(place, 'all', { signedBy: [2] })
    await agree(proposed)
    await f.letGo(paymentId)
    expect((await f.detail(paymentId)).state).toBe('approved')
    await expect(f.ask(place, '10.00')).rejects.toMatchObject(refused(409, 'account.allSign'))
    const { paymentId: signed } = await f.ask(place, '10.00', { allSigned: true })
    await f.who.call(cancelPayment, { params: { paymentId: signed }, body: { reason: 'Ya no lo necesita' } })
    // It was their own change.
    expect(await toldOf(f.who)).not.toContain(`/clientes/${place.clientId}/cuentas/${place.accountId}`)
  })

  test('notifies the managers of the other holder about the signature change', async () => {
    const place = await jointWith('0.00', 'one')
    const other = await f.t.make.employee()
    const colleague = await f.t.as('manager', other.cvl)
    await f.t.db
      .insertInto('clientStaff')
      .values({ clientId: place.other.id, employeeId: other.id, role: 'manager', validFrom: '2024-01-01' })
      .execute()
    await f.t.make.refresh(place.other.id)
    await agree(await change(place, 'all'))
    expect(await toldOf(colleague)).toEqual([`/clientes/${place.other.id}/cuentas/${place.accountId}`])
  })
})

describe('refused signature changes', () => {
  test('refuses a signature change on an account with one holder', async () => {
    const place = await f.accountWith('0.00')
    await expect(change(place, 'all', { signedBy: [1] })).rejects.toMatchObject(refused(409, 'account.oneHolder'))
    expect((await see(place)).mayChange).toBe(false)
  })

  test('refuses a signature change without effect, with unknown signers or on an ended account', async () => {
    const place = await jointWith('0.00', 'all')
    await expect(change(place, 'all')).rejects.toMatchObject(refused(409, 'conflict.changed'))
    await expect(change(place, 'one', { signedBy: [1, 3] })).rejects.toMatchObject(
      refused(400, 'request.invalid', { signedBy: 'unknown' }),
    )
    await f.t.db.updateTable('account').set({ status: 'canceled' }).where('id', '=', place.accountId).execute()
    await expect(change(place, 'one')).rejects.toMatchObject(refused(409, 'account.notActive'))
    expect((await see(place)).mayChange).toBe(false)
  })

  test('refuses a signature change by users without scope or related to a holder', async () => {
    const place = await jointWith('0.00', 'all')
    const stranger = await f.t.as('manager', (await f.t.make.employee()).cvl)
    await expect(change(place, 'one', { by: stranger })).rejects.toMatchObject(refused(404, 'notFound'))
    await expect(see(place, stranger)).rejects.toMatchObject(refused(404, 'notFound'))
    await f.t.db
      .insertInto('declaredRelative')
      .values({ employeeId: f.manager.id, relativeClientId: place.other.id, relation: 'sibling' })
      .execute()
    await expect(change(place, 'one')).rejects.toMatchObject(refused(409, 'approval.ownRecord'))
  })

  test('refuses an outdated signature change and keeps one of eight concurrent proposals', async () => {
    const place = await jointWith('0.00', 'all')
    const told = await Promise.allSettled(Array.from({ length: 8 }, () => change(place, 'one')))
    const made = told.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    expect(made).toHaveLength(1)
    await f.t.db.updateTable('account').set({ signature: 'one' }).where('id', '=', place.accountId).execute()
    await expect(agree(made[0]!)).rejects.toMatchObject(refused(409, 'approval.changedSince'))
    f.clock.now = noon + 15 * 86_400_000
    const later = await f.t.as('admin')
    expect((await see(place, later)).pending).toBeNull()
    expect((await change(place, 'all', { by: later })).state).toBe('pending')
    f.clock.now = noon
  })
})
