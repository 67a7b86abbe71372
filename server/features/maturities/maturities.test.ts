import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { approve } from '#contract/approvals.ts'
import {
  getMaturityDesk,
  instructMaturities,
  listMaturities,
  noteMaturityCall,
  releaseMaturity,
} from '#contract/maturities.ts'
import type { Made } from '#test/harness/factories.ts'
import { testTenant } from '#test/harness/tenant.ts'

type Tenant = Awaited<ReturnType<typeof testTenant>>
let t: Tenant
let manager: Made
let who: Awaited<ReturnType<Tenant['as']>>
let stranger: Awaited<ReturnType<Tenant['as']>>
beforeAll(async () => {
  t = await testTenant('dino')
  manager = await t.make.employee()
  who = await t.as('manager', manager.cvl)
  stranger = await t.as('manager', (await t.make.employee()).cvl)
})
afterAll(() => t.drop())

const maturing = async (expiresOn: string, amount = '1000.00') => {
  const client = await t.make.client({ staff: { manager: manager.id } })
  const account = await t.make.account({ clientId: client.id, openedOn: '2025-06-15', expiresOn })
  await t.make.movement(account.id, amount, 'contribution', '2025-06-15')
  return account.id
}
const byIds = (...accountIds: string[]) => ({ by: 'accounts' as const, accountIds })
const listed = async (query: object = {}) => (await who.call(listMaturities.page, { query })).rows.map(({ id }) => id)

describe('the desk', () => {
  test('shows what matures within the days asked for, the nearest first, with its sum', async () => {
    const [soon, later, far] = [
      await maturing('2026-06-20'),
      await maturing('2026-08-01', '2500.00'),
      await maturing('2026-12-01'),
    ]
    expect(await listed()).toEqual([soon, later])
    expect(await listed({ within: '7' })).toEqual([soon])
    expect(await who.call(listMaturities.count, {})).toEqual({ total: 2, totals: { balance: '3500.00' } })
    expect(await stranger.call(listMaturities.count, {})).toMatchObject({ total: 0 })
    expect(await listed({ within: '90' })).not.toContain(far)
  })

  test('takes an instruction for one, for some and for all that match, and says what was before in the audit', async () => {
    const ids = [await maturing('2026-07-01'), await maturing('2026-07-02')]
    const body = { choice: byIds(...ids), instruction: 'renew_all' as const, productId: null }
    expect(await who.call(instructMaturities, { body })).toEqual({ changed: 2 })
    expect(await who.call(instructMaturities, { body })).toEqual({ changed: 0 })
    const filter = { by: 'filter' as const, filter: { instruction: 'renew_all' as const } }
    expect(await who.call(instructMaturities, { body: { ...body, choice: filter, instruction: 'pay_out' } })).toEqual({
      changed: 2,
    })
    const { rows } = await t.owner.query(
      `select before->>'instruction' as before, after->>'instruction' as after from dino.audit_event where action = 'maturity.instructed' and entity_id = $1 order by id`,
      [ids[0]],
    )
    expect(rows).toEqual([
      { before: null, after: 'renew_all' },
      { before: 'renew_all', after: 'pay_out' },
    ])
  })

  test('takes the signatures of all holders where an account asks for them', async () => {
    const [joint, other] = [await maturing('2026-07-01'), await maturing('2026-07-01')]
    await t.db.updateTable('account').set({ signature: 'all' }).where('id', '=', joint).execute()
    const body = { choice: byIds(joint, other), instruction: 'renew_all' as const, productId: null }
    await expect(who.call(instructMaturities, { body })).rejects.toMatchObject({
      ...{ status: 409, code: 'account.allSign', fields: { allSigned: 'required' } },
    })
    expect(await who.call(instructMaturities, { body: { ...body, choice: byIds(other) } })).toEqual({ changed: 1 })
    const third = await maturing('2026-07-01')
    const choice = byIds(joint, other, third)
    expect(await who.call(instructMaturities, { body: { ...body, choice, allSigned: true } })).toEqual({ changed: 2 })
    const { rows } = await t.owner.query(
      `select entity_id = $1::bigint as joint, after -> 'allSigned' as signed from dino.audit_event
        where action = 'maturity.instructed' and entity_id = any($2::bigint[]) order by id desc limit 2`,
      [joint, [joint, third]],
    )
    expect(rows.sort((one, two) => Number(two.joint) - Number(one.joint))).toEqual([
      { joint: true, signed: true },
      { joint: false, signed: null },
    ])
  })

  test('a transfer names a product that is on sale', async () => {
    const choice = byIds(await maturing('2026-07-03'))
    const send = (productId: string | null) =>
      who.call(instructMaturities, { body: { choice, instruction: 'transfer', productId } })
    await expect(send(null)).rejects.toMatchObject({ status: 400, fields: { productId: 'unknown' } })
    const { id } = await t.make.product()
    expect(await send(id)).toEqual({ changed: 1 })
    expect((await who.call(getMaturityDesk, {})).products.map((product) => product.id)).toContain(id)
    await t.db.updateTable('product').set({ onSale: false }).where('id', '=', id).execute()
    await expect(send(id)).rejects.toMatchObject({ status: 400 })
  })

  test('takes none on the day itself, for all of them together', async () => {
    const [today, tomorrow] = [await maturing('2026-06-15'), await maturing('2026-06-16')]
    const body = { choice: byIds(today, tomorrow), instruction: 'pay_out' as const, productId: null }
    await expect(who.call(instructMaturities, { body })).rejects.toMatchObject({
      status: 409,
      code: 'maturity.tooLate',
    })
    const { rows } = await t.owner.query('select instruction from dino.account where id = $1', [tomorrow])
    expect(rows).toEqual([{ instruction: null }])
    expect(await who.call(instructMaturities, { body: { ...body, choice: byIds(tomorrow) } })).toEqual({ changed: 1 })
  })

  test('knows who was called, the last time first', async () => {
    const accountId = await maturing('2026-06-18')
    const note = (calledOn: string, text: string) =>
      who.call(noteMaturityCall, { params: { accountId }, body: { calledOn, note: text } })
    await note('2026-06-15', 'Renovará')
    await note('2026-06-12', 'No contesta')
    await expect(note('2026-06-16', 'Mañana')).rejects.toMatchObject({ status: 400, fields: { calledOn: 'future' } })
    const { rows } = await who.call(listMaturities.page, { query: { called: 'true' } })
    expect(rows).toMatchObject([{ id: accountId, lastCallOn: '2026-06-15', lastCallNote: 'Renovará' }])
  })

  test('another’s accounts are as if they were not there', async () => {
    const accountId = await maturing('2026-07-10')
    const body = { choice: byIds(accountId), instruction: 'pay_out' as const, productId: null }
    await expect(stranger.call(instructMaturities, { body })).rejects.toMatchObject({ status: 404 })
    const params = { accountId }
    const noted = stranger.call(noteMaturityCall, { params, body: { calledOn: '2026-06-15', note: 'Nada' } })
    await expect(noted).rejects.toMatchObject({ status: 404 })
    await expect(stranger.call(releaseMaturity, { params, body: { reason: 'Nada' } })).rejects.toMatchObject({
      status: 404,
    })
  })
})

/** Its term is over, and its client could not be paid. */
const parked = async (accountId: string) => {
  await t.owner.query(`
    set search_path = dino;
    select post_journal('maturity', '2026-06-15', '2026-06-10', array[3, 4]::smallint[], array[${accountId}, ${accountId}]::bigint[], array[1000, -1000], 'test:park:${accountId}', 'x', 'test');
    insert into posting_run (kind, business_date, started_at, finished_at, journals_to) values ('maturity', '2026-06-15', now(), now(), 0);
    update account set status = 'expired', closed_on = '2026-06-15' where id = ${accountId};
    insert into maturity (account_id, run_id, matured_on, outcome, payable, journal_id, reasons)
    select ${accountId}, max(r.id), '2026-06-15', 'parked', 1000, (select max(id) from journal), '{kycMissing}' from posting_run r`)
}

describe('what is parked', () => {
  test('waits until its client can be paid, is paid once, and leaves the list', async () => {
    const accountId = await maturing('2026-06-10')
    await parked(accountId)
    const { rows } = await who.call(listMaturities.page, { query: { view: 'parked' } })
    expect(rows).toMatchObject([{ id: accountId, balance: '1000.00', reasons: ['kycMissing'] }])
    const pay = () => who.call(releaseMaturity, { params: { accountId }, body: { reason: 'Ha traído los papeles' } })
    const block = (kind: string | null) =>
      t.owner.query(
        `update dino.client set block_kind = $1::dino.block_kind, block_reason = case when $1 is null then null else 'Embargo' end,
                blocked_at = case when $1 is null then null else now() end where id = (select client_id from dino.account where id = $2)`,
        [kind, accountId],
      )
    await block('legal')
    await expect(pay()).rejects.toMatchObject({ status: 409, code: 'client.blocked' })
    await block(null)
    await t.owner.query(
      `update client set lopd_status = 'signed', kyc_status = 'approved', address_status = 'approved', dni_valid_until = '2030-01-01'
        where id = (select client_id from account where id = $1)`,
      [accountId],
    )
    expect(await pay()).toEqual({ amount: '1000.00', approvalId: null })
    await expect(pay()).rejects.toMatchObject({ status: 404 })
    expect(await listed({ view: 'parked' })).toEqual([])
    const orders = await t.owner.query('select kind, amount, state from payment_order where account_id = $1', [
      accountId,
    ])
    expect(orders.rows).toEqual([{ kind: 'maturity', amount: '1000.00', state: 'approved' }])
  })

  test('of a client who is paid with approval only leaves by a second person’s word, once', async () => {
    const accountId = await maturing('2026-06-10')
    await parked(accountId)
    const direction = await t.as('direction')
    const pay = () => who.call(releaseMaturity, { params: { accountId }, body: { reason: 'Lo pide por escrito' } })
    const { approvalId } = await pay()
    expect(approvalId).not.toBeNull()
    await expect(pay()).rejects.toMatchObject({ status: 409, code: 'payment.asked' })
    const orders = () =>
      t.owner.query(
        'select kind, amount, state, approval_id as approval from dino.payment_order where account_id = $1',
        [accountId],
      )
    expect((await orders()).rows).toEqual([])
    await direction.call(approve, { params: { approvalId: approvalId! }, body: {} })
    expect((await orders()).rows).toEqual([
      { kind: 'maturity', amount: '1000.00', state: 'approved', approval: approvalId },
    ])
    await expect(pay()).rejects.toMatchObject({ status: 404 })
  })

  test('nothing of it was kept: retention is what went on, of all that matured', async () => {
    expect(await who.call(getMaturityDesk, {})).toMatchObject({ matured: '2000.00', renewed: '0.00', retention: '0.0' })
  })
})
