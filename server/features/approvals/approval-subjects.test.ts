import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { approvalTaskNames, getApproval, listApprovals } from '#contract/approvals.ts'
import { listNotifications } from '#contract/notifications.ts'
import { createPaymentFixture, testIban } from '#server/features/payments/test-payments.ts'

type PaymentFixture = Awaited<ReturnType<typeof createPaymentFixture>>
type TestAccount = Awaited<ReturnType<PaymentFixture['accountWith']>>
let fixture: PaymentFixture
let testAccount: TestAccount
let client: { name: string; cvl: string }
beforeAll(async () => {
  fixture = await createPaymentFixture()
  testAccount = await fixture.accountWith('1000.00')
  const { rows } = await fixture.t.owner.query(
    `select trim(name || ' ' || surname) as name, cvl from dino.client where id = $1`,
    [testAccount.clientId],
  )
  client = rows[0]
})
afterAll(() => fixture.t.drop())

/** A change of any task about that client, which lies with their manager. */
const insertChange = async (task: string, { clientId, accountId }: TestAccount, payload: object): Promise<string> => {
  const { rows } = await fixture.t.owner.query(
    `insert into dino.approval (task, entity, subject_client_id, lies_with_id, params, payload, reason, made_by, expires_at)
     values ($1, 'anything', $2, $3, '{"account":"A-1","amount":"1.00"}', $4, 'Lo pide el cliente', $5, now() + interval '50 years') returning id`,
    [task, clientId, fixture.manager.id, JSON.stringify({ accountId, ...payload }), fixture.who.userId],
  )
  return rows[0].id
}
const readApproval = (approvalId: string, by = fixture.who) => by.call(getApproval, { params: { approvalId } })

describe('subjects of changes', () => {
  test.each(approvalTaskNames)('a change of %s names the client and not their manager', async (task) => {
    const id = await insertChange(task, testAccount, {})
    const { rows } = await fixture.who.call(listApprovals.page, { query: { box: 'mine', task } })
    const expected = { aboutName: client.name, clientCvl: client.cvl }
    expect(rows.find((row) => row.id === id)).toMatchObject(expected)
    expect(await readApproval(id)).toMatchObject(expected)
  })

  test('a handover names its receiver and no client', async () => {
    const id = await insertChange('handover', testAccount, {})
    await fixture.t.owner.query('update dino.approval set subject_client_id = null where id = $1', [id])
    const { rows } = await fixture.t.owner.query(
      `select trim(name || ' ' || surname) as name from dino.employee where id = $1`,
      [fixture.manager.id],
    )
    expect(await readApproval(id)).toMatchObject({ aboutName: rows[0].name, clientCvl: null })
  })

  test('lists of a client exactly the changes about them, alone or with others', async () => {
    const other = await fixture.accountWith('0.00')
    const third = await fixture.accountWith('0.00')
    const own = await insertChange('bonus', other, {})
    const shared = await insertChange('payout', third, {})
    const { rows } = await fixture.t.owner.query<{ cvl: string }>('select cvl from dino.client where id = $1', [
      other.clientId,
    ])
    const { cvl } = rows[0]!
    await fixture.t.owner.query(
      `update dino.approval set params = params || jsonb_build_object('alsoClients', $2::text) where id = $1`,
      [shared, cvl],
    )
    const query = { box: 'all', state: ['pending'], client: cvl.toLowerCase() } as const
    const page = await fixture.who.call(listApprovals.page, { query })
    expect(page.rows.map(({ id }) => id).sort()).toEqual([own, shared].sort())
    expect(await fixture.who.call(listApprovals.count, { query })).toMatchObject({ total: 2 })
    const otherQuery = { ...query, client: cvl.slice(0, -1) }
    expect(await fixture.who.call(listApprovals.count, { query: otherQuery })).toMatchObject({ total: 0 })
  })

  test('the notification names the client, and the registry does not store the name', async () => {
    const { paymentId } = await fixture.ask(testAccount, '10.00')
    const { approvalId } = await fixture.detail(paymentId)
    const link = `/crm/Aprobaciones/${approvalId}`
    const { notifications } = await fixture.superior.call(listNotifications, { query: {} })
    expect(notifications.find((one) => one.link === link)?.params).toMatchObject({
      task: 'withdrawal',
      aboutName: client.name,
      clientCvl: client.cvl,
    })
    const { rows } = await fixture.t.owner.query('select params from registry.notification where link = $1', [link])
    expect(JSON.stringify(rows)).not.toContain(client.name)
  })
})

describe('payment destinations of changes', () => {
  const destination = { number: testIban, holder: null, bank: 'CaixaBank' }

  test('a withdrawal shows its full bank account to permitted users', async () => {
    const { paymentId } = await fixture.ask(testAccount, '20.00')
    const { approvalId } = await fixture.detail(paymentId)
    expect((await readApproval(approvalId!, fixture.superior)).destination).toEqual(destination)
  })

  test.each([
    ['payout', {}],
    ['cancellation', {}],
  ])("a waiting %s shows the client's default bank account", async (task, payload) => {
    expect((await readApproval(await insertChange(task, testAccount, payload))).destination).toEqual(destination)
  })

  test('a clearance shows the bank account that it releases', async () => {
    const id = await insertChange('clearance', testAccount, { bankAccountId: testAccount.bankAccountId })
    expect((await readApproval(id)).destination).toEqual(destination)
  })

  test('a change without payment shows no destination', async () => {
    expect((await readApproval(await insertChange('bonus', testAccount, {}))).destination).toBeNull()
  })

  test('shows only the last four characters of the account without the right', async () => {
    const id = await insertChange('payout', testAccount, {})
    await fixture.t.owner.query(
      `insert into dino.person_rule (user_id, effect, module, action, valid_from, reason)
       select $1, 'deny', module, action, '2026-06-15', 'a test' from (values ('bt_Retiradas', 'view'), ('bt_Clientes', 'edit')) r (module, action)`,
      [fixture.who.userId],
    )
    expect((await readApproval(id)).destination).toEqual({ ...destination, number: `•••• ${testIban.slice(-4)}` })
  })
})
