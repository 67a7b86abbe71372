import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { approveChangeRequest } from '#contract/approvals.ts'
import {
  getMaturityOverview,
  instructMaturities,
  listMaturities,
  recordMaturityCall,
  releaseMaturity,
  summarizeInstructions,
  undoInstructions,
} from '#contract/maturities.ts'
import { ledgers } from '#rules/ledgers.ts'
import type { CreatedPerson } from '#test/harness/factories.ts'
import { createTestTenant } from '#test/harness/tenant.ts'

type Tenant = Awaited<ReturnType<typeof createTestTenant>>
let t: Tenant
let manager: CreatedPerson
let managerCaller: Awaited<ReturnType<Tenant['as']>>
let outsiderCaller: Awaited<ReturnType<Tenant['as']>>
beforeAll(async () => {
  t = await createTestTenant('dino')
  manager = await t.make.employee()
  managerCaller = await t.as('manager', manager.cvl)
  outsiderCaller = await t.as('manager', (await t.make.employee()).cvl)
})
afterAll(() => t.drop())

const createMaturingAccount = async (expiresOn: string, amount = '1000.00') => {
  const client = await t.make.client({ staff: { manager: manager.id } })
  const account = await t.make.account({ clientId: client.id, openedOn: '2025-06-15', expiresOn })
  await t.make.movement(account.id, amount, 'contribution', '2025-06-15')
  return account.id
}
const chooseAccountsById = (...accountIds: string[]) => ({ by: 'accounts' as const, accountIds })
const listMaturityIds = async (query: object = {}) =>
  (await managerCaller.call(listMaturities.page, { query })).rows.map(({ id }) => id)

describe('maturity desk', () => {
  test('lists maturities within the chosen days, nearest first, with their sum', async () => {
    const soon = await createMaturingAccount('2026-06-20')
    const later = await createMaturingAccount('2026-08-01', '2500.00')
    const far = await createMaturingAccount('2026-12-01')
    expect(await listMaturityIds()).toEqual([soon, later])
    expect(await listMaturityIds({ within: '7' })).toEqual([soon])
    expect(await managerCaller.call(listMaturities.count, {})).toEqual({ total: 2, totals: { balance: '3500.00' } })
    expect(await outsiderCaller.call(listMaturities.count, {})).toMatchObject({ total: 0 })
    expect(await listMaturityIds({ within: '90' })).not.toContain(far)
  })

  test('named days choose for the list and an instruction alike', async () => {
    const far = await createMaturingAccount('2027-01-31')
    const filter = { from: '2027-01-01', to: '2027-01-31' }
    expect(await listMaturityIds(filter)).toEqual([far])
    const instruct = (chosen: object) =>
      managerCaller.send(instructMaturities, {
        body: { choice: { by: 'filter', filter: chosen }, instruction: 'renew_all', productId: null } as never,
      })
    expect((await instruct(filter)).json()).toMatchObject({ changed: 1 })
    expect((await instruct({ from: 'monthStart', to: 'today' })).statusCode).toBe(200)
    expect((await instruct({ from: 'tomorrow-ish' })).statusCode).toBe(400)
    await t.owner.query(`update dino.account set status = 'canceled', close_reason = 'a test' where id = $1`, [far])
  })

  test('sets instructions for chosen or filtered accounts and audits the previous ones', async () => {
    const ids = [await createMaturingAccount('2026-07-01'), await createMaturingAccount('2026-07-02')]
    const body = { choice: chooseAccountsById(...ids), instruction: 'renew_all' as const, productId: null }
    expect(await managerCaller.call(instructMaturities, { body })).toMatchObject({ changed: 2 })
    expect(await managerCaller.call(instructMaturities, { body })).toMatchObject({ changed: 0 })
    const filter = { by: 'filter' as const, filter: { instruction: 'renew_all' as const } }
    expect(
      await managerCaller.call(instructMaturities, { body: { ...body, choice: filter, instruction: 'pay_out' } }),
    ).toMatchObject({
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

  test('summarizes the present instructions of chosen accounts before a change', async () => {
    const one = await createMaturingAccount('2026-07-01')
    const two = await createMaturingAccount('2026-07-02')
    const three = await createMaturingAccount('2026-07-03')
    const target = await t.make.product()
    const callInstruct = (instruction: 'renew_all' | 'transfer', ...ids: string[]) =>
      managerCaller.call(instructMaturities, {
        body: {
          choice: chooseAccountsById(...ids),
          instruction,
          productId: instruction === 'transfer' ? target.id : null,
        },
      })
    await callInstruct('renew_all', one, two)
    await callInstruct('transfer', three)
    const summary = await managerCaller.call(summarizeInstructions, {
      body: { choice: chooseAccountsById(one, two, three) },
    })
    expect(summary).toMatchObject({
      count: 3,
      accounts: [{ id: one, expiresOn: '2026-07-01', balance: '1000.00' }, { id: two }, { id: three }],
      instructions: [
        { instruction: 'renew_all', productId: null, count: 2 },
        { instruction: 'transfer', productId: target.id, count: 1 },
      ],
      takeAllSignatures: 0,
    })
    const foreign = outsiderCaller.call(summarizeInstructions, { body: { choice: chooseAccountsById(one) } })
    await expect(foreign).rejects.toMatchObject({ status: 404 })
  })

  test('restores previous instructions unless they changed meanwhile', async () => {
    const one = await createMaturingAccount('2026-07-01')
    const two = await createMaturingAccount('2026-07-02')
    const choice = chooseAccountsById(one, two)
    await managerCaller.call(instructMaturities, {
      body: { choice: chooseAccountsById(two), instruction: 'pay_out', productId: null },
    })
    const instructionBody = { instruction: 'renew_all' as const, productId: null }
    const { before } = await managerCaller.call(instructMaturities, { body: { choice, ...instructionBody } })
    const undo = () => managerCaller.call(undoInstructions, { body: { ...instructionBody, before } })
    expect(await undo()).toEqual({ changed: 2 })
    const { rows } = await t.owner.query('select instruction from dino.account where id = any($1) order by id', [
      [one, two],
    ])
    expect(rows).toEqual([{ instruction: null }, { instruction: 'pay_out' }])
    await expect(undo()).rejects.toMatchObject({ status: 409, code: 'conflict.changed' })
    await expect(outsiderCaller.call(undoInstructions, { body: { ...instructionBody, before } })).rejects.toMatchObject(
      {
        status: 404,
      },
    )
  })

  test('refuses instructions for all accounts when one matures today', async () => {
    const today = await createMaturingAccount('2026-06-15')
    const tomorrow = await createMaturingAccount('2026-06-16')
    const body = { choice: chooseAccountsById(today, tomorrow), instruction: 'pay_out' as const, productId: null }
    await expect(managerCaller.call(instructMaturities, { body })).rejects.toMatchObject({
      status: 409,
      code: 'maturity.tooLate',
    })
    const { rows } = await t.owner.query('select instruction from dino.account where id = $1', [tomorrow])
    expect(rows).toEqual([{ instruction: null }])
    expect(
      await managerCaller.call(instructMaturities, { body: { ...body, choice: chooseAccountsById(tomorrow) } }),
    ).toMatchObject({
      changed: 1,
    })
  })

  test('shows the latest maturity call and refuses a call in the future', async () => {
    const accountId = await createMaturingAccount('2026-06-18')
    const note = (calledOn: string, text: string) =>
      managerCaller.call(recordMaturityCall, { params: { accountId }, body: { calledOn, note: text } })
    await note('2026-06-15', 'Renovará')
    await note('2026-06-12', 'No contesta')
    await expect(note('2026-06-16', 'Mañana')).rejects.toMatchObject({ status: 400, fields: { calledOn: 'future' } })
    const { rows } = await managerCaller.call(listMaturities.page, { query: { called: 'true' } })
    expect(rows).toMatchObject([{ id: accountId, lastCallOn: '2026-06-15', lastCallNote: 'Renovará' }])
  })

  test('lists the reasons that stop the instruction of a maturity', async () => {
    const nowhere = await createMaturingAccount('2026-06-25')
    const noRate = await createMaturingAccount('2026-06-26')
    const held = await createMaturingAccount('2026-06-27')
    const fine = await createMaturingAccount('2026-06-28')
    await t.db.updateTable('account').set({ instruction: 'transfer' }).where('id', '=', nowhere).execute()
    await t.db.updateTable('account').set({ instruction: 'renew_all' }).where('id', '=', noRate).execute()
    await t.owner.query('update dino.account_balance set reserved = 300 where account_id = $1', [held])
    await t.owner.query(
      `update dino.client set lopd_status = 'signed', kyc_status = 'approved', address_status = 'approved', dni_permanent = true
        where id in (select client_id from dino.account where id = any($1))`,
      [[nowhere, noRate, held, fine]],
    )
    const { rows } = await managerCaller.call(listMaturities.page, { query: { within: '30' } })
    const reasons = new Map(rows.map((row) => [row.id, row.reasons]))
    expect([nowhere, noRate, held, fine].map((id) => reasons.get(id))).toEqual([
      ['noProduct'],
      ['noRate'],
      ['reserved'],
      [],
    ])
    const stopped = await listMaturityIds({ stopped: 'true', within: '30' })
    expect(stopped).toEqual(expect.arrayContaining([nowhere, noRate, held]))
    expect(stopped).not.toContain(fine)
    const { body } = await managerCaller.send(listMaturities.exportRows, {
      query: { format: 'csv', columns: 'accountNumber,reasons', within: '30' },
    })
    expect(body).toContain('Sin producto de destino')
  })

  test('hides accounts of another manager’s clients', async () => {
    const accountId = await createMaturingAccount('2026-07-10')
    const body = { choice: chooseAccountsById(accountId), instruction: 'pay_out' as const, productId: null }
    await expect(outsiderCaller.call(instructMaturities, { body })).rejects.toMatchObject({ status: 404 })
    const params = { accountId }
    const noted = outsiderCaller.call(recordMaturityCall, { params, body: { calledOn: '2026-06-15', note: 'Nada' } })
    await expect(noted).rejects.toMatchObject({ status: 404 })
    await expect(outsiderCaller.call(releaseMaturity, { params, body: { reason: 'Nada' } })).rejects.toMatchObject({
      status: 404,
    })
  })
})

/** Its term is over, and its client could not be paid. */
const suspendMaturity = async (accountId: string) => {
  await t.owner.query(`
    set search_path = dino;
    select post_journal('maturity', '2026-06-15', '2026-06-10', array[${ledgers.capital}, ${ledgers.payable}]::smallint[], array[${accountId}, ${accountId}]::bigint[], array[1000, -1000], 'test:park:${accountId}', 'x', 'test');
    insert into posting_run (kind, business_date, started_at, finished_at, journals_to) values ('maturity', '2026-06-15', now(), now(), 0);
    update account set status = 'expired', closed_on = '2026-06-15' where id = ${accountId};
    insert into maturity (account_id, run_id, matured_on, outcome, payable, journal_id, reasons)
    select ${accountId}, max(r.id), '2026-06-15', 'parked', 1000, (select max(id) from journal), '{kycMissing}' from posting_run r`)
}

describe('parked maturities', () => {
  test('pays a parked maturity once its client may be paid, and only once', async () => {
    const accountId = await createMaturingAccount('2026-06-10')
    await suspendMaturity(accountId)
    const { rows } = await managerCaller.call(listMaturities.page, { query: { view: 'parked' } })
    expect(rows).toMatchObject([{ id: accountId, balance: '1000.00', reasons: ['kycMissing'] }])
    const pay = () =>
      managerCaller.call(releaseMaturity, { params: { accountId }, body: { reason: 'Ha traído los papeles' } })
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
    expect(await listMaturityIds({ view: 'parked' })).toEqual([])
    const orders = await t.owner.query('select kind, amount, state from payment_order where account_id = $1', [
      accountId,
    ])
    expect(orders.rows).toEqual([{ kind: 'maturity', amount: '1000.00', state: 'approved' }])
  })

  test('pays a parked maturity of an unchecked client once after a second approval', async () => {
    const accountId = await createMaturingAccount('2026-06-10')
    await suspendMaturity(accountId)
    const direction = await t.as('direction')
    const pay = () =>
      managerCaller.call(releaseMaturity, { params: { accountId }, body: { reason: 'Lo pide por escrito' } })
    const { approvalId } = await pay()
    expect(approvalId).not.toBeNull()
    await expect(pay()).rejects.toMatchObject({ status: 409, code: 'payment.asked' })
    const orders = () =>
      t.owner.query(
        'select kind, amount, state, approval_id as approval from dino.payment_order where account_id = $1',
        [accountId],
      )
    expect((await orders()).rows).toEqual([])
    await t.db
      .insertInto('withdrawalLimit')
      .values({ role: 'direction', validFrom: '2026-06-15', amount: '999.99' })
      .execute()
    await expect(
      direction.call(approveChangeRequest, { params: { approvalId: approvalId! }, body: {} }),
    ).rejects.toMatchObject({ status: 409, code: 'withdrawal.overLimit' })
    expect((await orders()).rows).toEqual([])
    await t.db.deleteFrom('withdrawalLimit').where('amount', '=', '999.99').execute()
    await direction.call(approveChangeRequest, { params: { approvalId: approvalId! }, body: {} })
    expect((await orders()).rows).toEqual([
      { kind: 'maturity', amount: '1000.00', state: 'approved', approval: approvalId },
    ])
    await expect(pay()).rejects.toMatchObject({ status: 404 })
  })

  const checked = (accountId: string) =>
    t.owner.query(
      `update dino.client set lopd_status = 'signed', kyc_status = 'approved', address_status = 'approved', dni_permanent = true
        where id = (select client_id from dino.account where id = $1)`,
      [accountId],
    )

  test('transfers a parked maturity from today once its product has a rate', async () => {
    const accountId = await createMaturingAccount('2026-06-10')
    await suspendMaturity(accountId)
    await checked(accountId)
    const product = await t.make.product()
    const body = { choice: chooseAccountsById(accountId), instruction: 'transfer' as const, productId: product.id }
    await expect(managerCaller.call(instructMaturities, { body })).rejects.toMatchObject({
      status: 409,
      code: 'maturity.noRate',
    })
    expect(await listMaturityIds({ view: 'parked' })).toEqual([accountId])
    await t.db
      .insertInto('productRate')
      .values({ productId: product.id, validFrom: '2020-01-01', rate: '2.5' })
      .execute()
    expect(await managerCaller.call(instructMaturities, { body })).toMatchObject({
      changed: 1,
      carriedOut: 1,
      waiting: 0,
      before: [],
    })
    expect(await listMaturityIds({ view: 'parked' })).toEqual([])
    const { rows } = await t.owner.query(
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
    await expect(managerCaller.call(instructMaturities, { body })).rejects.toMatchObject({ code: 'maturity.tooLate' })
  })

  test('renews the principal of a parked maturity and orders its interest', async () => {
    const accountId = await createMaturingAccount('2026-06-10', '960.00')
    await t.make.movement(accountId, '40.00', 'interest', '2026-06-10')
    await suspendMaturity(accountId)
    await checked(accountId)
    await t.db
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
    expect(await managerCaller.call(instructMaturities, { body })).toMatchObject({ carriedOut: 1 })
    const { rows } = await t.owner.query(
      `select m.renewed, b.payable, b.ordered from dino.maturity m join dino.account_balance b using (account_id) where account_id = $1`,
      [accountId],
    )
    expect(rows).toEqual([{ renewed: '960.00', payable: '40.00', ordered: '40.00' }])
  })

  test('asks for a reason when paying a parked maturity needs a second person', async () => {
    const accountId = await createMaturingAccount('2026-06-10')
    await suspendMaturity(accountId)
    const body = { choice: chooseAccountsById(accountId), instruction: 'pay_out' as const, productId: null }
    await expect(managerCaller.call(instructMaturities, { body })).rejects.toMatchObject({
      fields: { reason: 'required' },
    })
    const sent = managerCaller.call(instructMaturities, { body: { ...body, reason: 'Lo pide por escrito' } })
    expect(await sent).toMatchObject({ changed: 1, carriedOut: 0, waiting: 1 })
  })

  test('computes retention of matured money from the renewed amounts', async () => {
    expect(await managerCaller.call(getMaturityOverview, {})).toMatchObject({
      matured: '5000.00',
      renewed: '1960.00',
      retention: '39.2',
      trend: { change: null },
    })
  })

  test('compares retention with that of twelve months up to the end of last month', async () => {
    const employee = await t.make.employee()
    const caller = await t.as('manager', employee.cvl)
    const client = await t.make.client({ staff: { manager: employee.id } })
    const mature = async (closedOn: string, amount: string, kind: 'maturity' | 'transfer') => {
      const account = await t.make.account({ clientId: client.id, openedOn: '2024-01-01', expiresOn: closedOn })
      await t.make.movement(account.id, amount, 'contribution', '2024-01-01')
      await t.make.movement(account.id, `-${amount}`, kind, closedOn)
      await t.owner.query(`update dino.account set status = 'expired', closed_on = $2 where id = $1`, [
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
