import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { approveChangeRequest } from '#contract/approvals.ts'
import { getMaturityOverview, instructMaturities, listMaturities, releaseMaturity } from '#contract/maturities.ts'
import { ledgers } from '#rules/ledgers.ts'
import { chooseAccountsById, createMaturityDeskFixture, type MaturityDeskFixture } from './test-maturity-desk.ts'

let f: MaturityDeskFixture
beforeAll(async () => {
  f = await createMaturityDeskFixture()
})
afterAll(() => f?.t.drop())

/** Its term is over, and its client could not be paid. */
const suspendMaturity = async (accountId: string) => {
  await f.t.owner.query(`
    set search_path = dino;
    select post_journal('maturity', '2026-06-15', '2026-06-10', array[${ledgers.capital}, ${ledgers.payable}]::smallint[], array[${accountId}, ${accountId}]::bigint[], array[1000, -1000], 'test:park:${accountId}', 'x', 'test');
    insert into posting_run (kind, business_date, started_at, finished_at, journals_to) values ('maturity', '2026-06-15', now(), now(), 0);
    update account set status = 'expired', closed_on = '2026-06-15' where id = ${accountId};
    insert into maturity (account_id, run_id, matured_on, outcome, payable, journal_id, reasons)
    select ${accountId}, max(r.id), '2026-06-15', 'parked', 1000, (select max(id) from journal), '{kycMissing}' from posting_run r`)
}

describe('parked maturities', () => {
  test('pays a parked maturity once its client may be paid, and only once', async () => {
    const accountId = await f.createMaturingAccount('2026-06-10')
    await suspendMaturity(accountId)
    const { rows } = await f.managerCaller.call(listMaturities.page, { query: { view: 'parked' } })
    expect(rows).toMatchObject([{ id: accountId, balance: '1000.00', reasons: ['kycMissing'] }])
    const pay = () =>
      f.managerCaller.call(releaseMaturity, { params: { accountId }, body: { reason: 'Ha traído los papeles' } })
    const block = (kind: string | null) =>
      f.t.owner.query(
        `update dino.client set block_kind = $1::dino.block_kind, block_reason = case when $1 is null then null else 'Embargo' end,
                blocked_at = case when $1 is null then null else now() end where id = (select client_id from dino.account where id = $2)`,
        [kind, accountId],
      )
    await block('legal')
    await expect(pay()).rejects.toMatchObject({ status: 409, code: 'client.blocked' })
    await block(null)
    await f.t.owner.query(
      `update client set lopd_status = 'signed', kyc_status = 'approved', address_status = 'approved', dni_valid_until = '2030-01-01'
        where id = (select client_id from account where id = $1)`,
      [accountId],
    )
    expect(await pay()).toEqual({ amount: '1000.00', approvalId: null })
    await expect(pay()).rejects.toMatchObject({ status: 404 })
    expect(await f.listMaturityIds({ view: 'parked' })).toEqual([])
    const orders = await f.t.owner.query('select kind, amount, state from payment_order where account_id = $1', [
      accountId,
    ])
    expect(orders.rows).toEqual([{ kind: 'maturity', amount: '1000.00', state: 'approved' }])
  })

  test('pays a parked maturity of an unchecked client once after a second approval', async () => {
    const accountId = await f.createMaturingAccount('2026-06-10')
    await suspendMaturity(accountId)
    const direction = await f.t.as('direction')
    const pay = () =>
      f.managerCaller.call(releaseMaturity, { params: { accountId }, body: { reason: 'Lo pide por escrito' } })
    const { approvalId } = await pay()
    expect(approvalId).not.toBeNull()
    await expect(pay()).rejects.toMatchObject({ status: 409, code: 'payment.asked' })
    const orders = () =>
      f.t.owner.query(
        'select kind, amount, state, approval_id as approval from dino.payment_order where account_id = $1',
        [accountId],
      )
    expect((await orders()).rows).toEqual([])
    await f.t.db
      .insertInto('withdrawalLimit')
      .values({ role: 'direction', validFrom: '2026-06-15', amount: '999.99' })
      .execute()
    await expect(
      direction.call(approveChangeRequest, { params: { approvalId: approvalId! }, body: {} }),
    ).rejects.toMatchObject({ status: 409, code: 'withdrawal.overLimit' })
    expect((await orders()).rows).toEqual([])
    await f.t.db.deleteFrom('withdrawalLimit').where('amount', '=', '999.99').execute()
    await direction.call(approveChangeRequest, { params: { approvalId: approvalId! }, body: {} })
    expect((await orders()).rows).toEqual([
      { kind: 'maturity', amount: '1000.00', state: 'approved', approval: approvalId },
    ])
    await expect(pay()).rejects.toMatchObject({ status: 404 })
  })

  const checked = (accountId: string) =>
    f.t.owner.query(
      `update dino.client set lopd_status = 'signed', kyc_status = 'approved', address_status = 'approved', dni_permanent = true
        where id = (select client_id from dino.account where id = $1)`,
      [accountId],
    )

  test('transfers a parked maturity from today once its product has a rate', async () => {
    const accountId = await f.createMaturingAccount('2026-06-10')
    await suspendMaturity(accountId)
    await checked(accountId)
    const product = await f.t.make.product()
    const body = { choice: chooseAccountsById(accountId), instruction: 'transfer' as const, productId: product.id }
    await expect(f.managerCaller.call(instructMaturities, { body })).rejects.toMatchObject({
      status: 409,
      code: 'maturity.noRate',
    })
    expect(await f.listMaturityIds({ view: 'parked' })).toEqual([accountId])
    await f.t.db
      .insertInto('productRate')
      .values({ productId: product.id, validFrom: '2020-01-01', rate: '2.5' })
      .execute()
    expect(await f.managerCaller.call(instructMaturities, { body })).toMatchObject({
      changed: 1,
      carriedOut: 1,
      waiting: 0,
      before: [],
    })
    expect(await f.listMaturityIds({ view: 'parked' })).toEqual([])
    const { rows } = await f.t.owner.query(
      `select m.outcome, m.renewed, m.payable, a.opened_on::text as opened, a.rate::float, b.balance, old.payable as left
         from dino.maturity m join dino.account a on a.id = m.renewed_id join dino.account_balance b on b.account_id = a.id
         join dino.account_balance old on old.account_id = m.account_id where m.account_id = $1`,
      [accountId],
    )
    expect(rows).toEqual([
      {
        outcome: 'transferred',
        renewed: '1000.00',
        payable: '0.00',
        opened: '2026-06-15',
        rate: 2.5,
        balance: '1000.00',
        left: '0.00',
      },
    ])
    await expect(f.managerCaller.call(instructMaturities, { body })).rejects.toMatchObject({ code: 'maturity.tooLate' })
  })

  test('renews the principal of a parked maturity and orders its interest', async () => {
    const accountId = await f.createMaturingAccount('2026-06-10', '960.00')
    await f.t.make.movement(accountId, '40.00', 'interest', '2026-06-10')
    await suspendMaturity(accountId)
    await checked(accountId)
    await f.t.db
      .insertInto('productRate')
      .columns(['productId', 'validFrom', 'rate'])
      .expression((eb) =>
        eb
          .selectFrom('account')
          .where('id', '=', accountId)
          .select(['productId', sql<string>`date '2020-01-01'`.as('from'), sql<string>`3`.as('rate')]),
      )
      .execute()
    const body = { choice: chooseAccountsById(accountId), instruction: 'renew_principal' as const, productId: null }
    expect(await f.managerCaller.call(instructMaturities, { body })).toMatchObject({ carriedOut: 1 })
    const { rows } = await f.t.owner.query(
      `select m.renewed, b.payable, b.ordered from dino.maturity m join dino.account_balance b using (account_id) where account_id = $1`,
      [accountId],
    )
    expect(rows).toEqual([{ renewed: '960.00', payable: '40.00', ordered: '40.00' }])
  })

  test('asks for a reason when paying a parked maturity needs a second person', async () => {
    const accountId = await f.createMaturingAccount('2026-06-10')
    await suspendMaturity(accountId)
    const body = { choice: chooseAccountsById(accountId), instruction: 'pay_out' as const, productId: null }
    await expect(f.managerCaller.call(instructMaturities, { body })).rejects.toMatchObject({
      fields: { reason: 'required' },
    })
    const sent = f.managerCaller.call(instructMaturities, { body: { ...body, reason: 'Lo pide por escrito' } })
    expect(await sent).toMatchObject({ changed: 1, carriedOut: 0, waiting: 1 })
  })

  test('computes retention of matured money from the renewed amounts', async () => {
    expect(await f.managerCaller.call(getMaturityOverview, {})).toMatchObject({
      matured: '5000.00',
      renewed: '1960.00',
      retention: '39.2',
      trend: { change: null },
    })
  })

  test('compares retention with that of twelve months up to the end of last month', async () => {
    const employee = await f.t.make.employee()
    const caller = await f.t.as('manager', employee.cvl)
    const client = await f.t.make.client({ staff: { manager: employee.id } })
    const mature = async (closedOn: string, amount: string, kind: 'maturity' | 'transfer') => {
      const account = await f.t.make.account({ clientId: client.id, openedOn: '2024-01-01', expiresOn: closedOn })
      await f.t.make.movement(account.id, amount, 'contribution', '2024-01-01')
      await f.t.make.movement(account.id, `-${amount}`, kind, closedOn)
      await f.t.owner.query(`update dino.account set status = 'expired', closed_on = $2 where id = $1`, [
        account.id,
        closedOn,
      ])
    }
    await mature('2025-05-20', '100.00', 'transfer')
    await mature('2026-05-20', '300.00', 'maturity')
    await mature('2026-06-10', '100.00', 'transfer')
    const { retention, trend } = await caller.call(getMaturityOverview, {})
    expect(retention).toBe('25.0')
    expect(trend.points.find(({ through }) => through === '2026-04-30')?.value).toBe('100.0')
    expect(trend.change).toMatchObject({ from: '2026-05-31', through: '2026-06-15', amount: '25.00' })
  })
})
