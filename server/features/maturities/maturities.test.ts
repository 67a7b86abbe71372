import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  instructMaturities,
  listMaturities,
  recordMaturityCall,
  releaseMaturity,
  summarizeInstructions,
  undoInstructions,
} from '#contract/maturities.ts'
import { chooseAccountsById, createMaturityDeskFixture, type MaturityDeskFixture } from './test-maturity-desk.ts'

let f: MaturityDeskFixture
beforeAll(async () => {
  f = await createMaturityDeskFixture()
})
afterAll(() => f?.t.drop())

describe('maturity desk', () => {
  test('lists maturities within the chosen days, nearest first, with their sum', async () => {
    const soon = await f.createMaturingAccount('2026-06-20')
    const later = await f.createMaturingAccount('2026-08-01', '2500.00')
    const far = await f.createMaturingAccount('2026-12-01')
    expect(await f.listMaturityIds()).toEqual([soon, later])
    expect(await f.listMaturityIds({ within: '7' })).toEqual([soon])
    expect(await f.managerCaller.call(listMaturities.count, {})).toEqual({ total: 2, totals: { balance: '3500.00' } })
    expect(await f.outsiderCaller.call(listMaturities.count, {})).toMatchObject({ total: 0 })
    expect(await f.listMaturityIds({ within: '90' })).not.toContain(far)
  })

  test('named days choose for the list and an instruction alike', async () => {
    const far = await f.createMaturingAccount('2027-01-31')
    const filter = { from: '2027-01-01', to: '2027-01-31' }
    expect(await f.listMaturityIds(filter)).toEqual([far])
    const instruct = (chosen: object) =>
      f.managerCaller.send(instructMaturities, {
        body: { choice: { by: 'filter', filter: chosen }, instruction: 'renew_all', productId: null } as never,
      })
    expect((await instruct(filter)).json()).toMatchObject({ changed: 1 })
    expect((await instruct({ from: 'monthStart', to: 'today' })).statusCode).toBe(200)
    expect((await instruct({ from: 'tomorrow-ish' })).statusCode).toBe(400)
    await f.t.owner.query(`update dino.account set status = 'canceled', close_reason = 'a test' where id = $1`, [far])
  })

  test('sets instructions for chosen or filtered accounts and audits the previous ones', async () => {
    const ids = [await f.createMaturingAccount('2026-07-01'), await f.createMaturingAccount('2026-07-02')]
    const body = { choice: chooseAccountsById(...ids), instruction: 'renew_all' as const, productId: null }
    expect(await f.managerCaller.call(instructMaturities, { body })).toMatchObject({ changed: 2 })
    expect(await f.managerCaller.call(instructMaturities, { body })).toMatchObject({ changed: 0 })
    const filter = { by: 'filter' as const, filter: { instruction: 'renew_all' as const } }
    expect(
      await f.managerCaller.call(instructMaturities, { body: { ...body, choice: filter, instruction: 'pay_out' } }),
    ).toMatchObject({
      changed: 2,
    })
    const { rows } = await f.t.owner.query(
      `select before->>'instruction' as before, after->>'instruction' as after from dino.audit_event where action = 'maturity.instructed' and entity_id = $1 order by id`,
      [ids[0]],
    )
    expect(rows).toEqual([
      { before: null, after: 'renew_all' },
      { before: 'renew_all', after: 'pay_out' },
    ])
  })

  test('summarizes the present instructions of chosen accounts before a change', async () => {
    const one = await f.createMaturingAccount('2026-07-01')
    const two = await f.createMaturingAccount('2026-07-02')
    const three = await f.createMaturingAccount('2026-07-03')
    const target = await f.t.make.product()
    const callInstruct = (instruction: 'renew_all' | 'transfer', ...ids: string[]) =>
      f.managerCaller.call(instructMaturities, {
        body: {
          choice: chooseAccountsById(...ids),
          instruction,
          productId: instruction === 'transfer' ? target.id : null,
        },
      })
    await callInstruct('renew_all', one, two)
    await callInstruct('transfer', three)
    const summary = await f.managerCaller.call(summarizeInstructions, {
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
    const foreign = f.outsiderCaller.call(summarizeInstructions, { body: { choice: chooseAccountsById(one) } })
    await expect(foreign).rejects.toMatchObject({ status: 404 })
  })

  test('restores previous instructions unless they changed meanwhile', async () => {
    const one = await f.createMaturingAccount('2026-07-01')
    const two = await f.createMaturingAccount('2026-07-02')
    const choice = chooseAccountsById(one, two)
    await f.managerCaller.call(instructMaturities, {
      body: { choice: chooseAccountsById(two), instruction: 'pay_out', productId: null },
    })
    const instructionBody = { instruction: 'renew_all' as const, productId: null }
    const { before } = await f.managerCaller.call(instructMaturities, { body: { choice, ...instructionBody } })
    const undo = () => f.managerCaller.call(undoInstructions, { body: { ...instructionBody, before } })
    expect(await undo()).toEqual({ changed: 2 })
    const { rows } = await f.t.owner.query('select instruction from dino.account where id = any($1) order by id', [
      [one, two],
    ])
    expect(rows).toEqual([{ instruction: null }, { instruction: 'pay_out' }])
    await expect(undo()).rejects.toMatchObject({ status: 409, code: 'conflict.changed' })
    await expect(
      f.outsiderCaller.call(undoInstructions, { body: { ...instructionBody, before } }),
    ).rejects.toMatchObject({
      status: 404,
    })
  })

  test('refuses instructions for all accounts when one matures today', async () => {
    const today = await f.createMaturingAccount('2026-06-15')
    const tomorrow = await f.createMaturingAccount('2026-06-16')
    const body = { choice: chooseAccountsById(today, tomorrow), instruction: 'pay_out' as const, productId: null }
    await expect(f.managerCaller.call(instructMaturities, { body })).rejects.toMatchObject({
      status: 409,
      code: 'maturity.tooLate',
    })
    const { rows } = await f.t.owner.query('select instruction from dino.account where id = $1', [tomorrow])
    expect(rows).toEqual([{ instruction: null }])
    expect(
      await f.managerCaller.call(instructMaturities, { body: { ...body, choice: chooseAccountsById(tomorrow) } }),
    ).toMatchObject({
      changed: 1,
    })
  })

  test('shows the latest maturity call and refuses a call in the future', async () => {
    const accountId = await f.createMaturingAccount('2026-06-18')
    const note = (calledOn: string, text: string) =>
      f.managerCaller.call(recordMaturityCall, { params: { accountId }, body: { calledOn, note: text } })
    await note('2026-06-15', 'Renovará')
    await note('2026-06-12', 'No contesta')
    await expect(note('2026-06-16', 'Mañana')).rejects.toMatchObject({ status: 400, fields: { calledOn: 'future' } })
    const { rows } = await f.managerCaller.call(listMaturities.page, { query: { called: 'true' } })
    expect(rows).toMatchObject([{ id: accountId, lastCallOn: '2026-06-15', lastCallNote: 'Renovará' }])
  })

  test('lists the reasons that stop the instruction of a maturity', async () => {
    const nowhere = await f.createMaturingAccount('2026-06-25')
    const noRate = await f.createMaturingAccount('2026-06-26')
    const held = await f.createMaturingAccount('2026-06-27')
    const fine = await f.createMaturingAccount('2026-06-28')
    await f.t.db.updateTable('account').set({ instruction: 'transfer' }).where('id', '=', nowhere).execute()
    await f.t.db.updateTable('account').set({ instruction: 'renew_all' }).where('id', '=', noRate).execute()
    await f.t.owner.query('update dino.account_balance set reserved = 300 where account_id = $1', [held])
    await f.t.owner.query(
      `update dino.client set lopd_status = 'signed', kyc_status = 'approved', address_status = 'approved', dni_permanent = true
        where id in (select client_id from dino.account where id = any($1))`,
      [[nowhere, noRate, held, fine]],
    )
    const { rows } = await f.managerCaller.call(listMaturities.page, { query: { within: '30' } })
    const reasons = new Map(rows.map((row) => [row.id, row.reasons]))
    expect([nowhere, noRate, held, fine].map((id) => reasons.get(id))).toEqual([
      ['noProduct'],
      ['noRate'],
      ['reserved'],
      [],
    ])
    const stopped = await f.listMaturityIds({ stopped: 'true', within: '30' })
    expect(stopped).toEqual(expect.arrayContaining([nowhere, noRate, held]))
    expect(stopped).not.toContain(fine)
    const { body } = await f.managerCaller.send(listMaturities.exportRows, {
      query: { format: 'csv', columns: 'accountNumber,reasons', within: '30' },
    })
    expect(body).toContain('Sin producto de destino')
  })

  test('hides accounts of another manager’s clients', async () => {
    const accountId = await f.createMaturingAccount('2026-07-10')
    const body = { choice: chooseAccountsById(accountId), instruction: 'pay_out' as const, productId: null }
    await expect(f.outsiderCaller.call(instructMaturities, { body })).rejects.toMatchObject({ status: 404 })
    const params = { accountId }
    const noted = f.outsiderCaller.call(recordMaturityCall, { params, body: { calledOn: '2026-06-15', note: 'Nada' } })
    await expect(noted).rejects.toMatchObject({ status: 404 })
    await expect(f.outsiderCaller.call(releaseMaturity, { params, body: { reason: 'Nada' } })).rejects.toMatchObject({
      status: 404,
    })
  })
})
