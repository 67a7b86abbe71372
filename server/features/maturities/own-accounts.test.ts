import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { instructMaturities, summarizeInstructions } from '#contract/maturities.ts'
import { chooseAccountsById, createMaturityDeskFixture, type MaturityDeskFixture } from './test-maturity-desk.ts'

let f: MaturityDeskFixture
beforeAll(async () => {
  f = await createMaturityDeskFixture()
})
afterAll(() => f?.t.drop())

describe('instructions with a relative’s account', () => {
  const ownAccount = async (own: string) => {
    await f.t.owner.query(
      `insert into dino.declared_relative (employee_id, relative_client_id, relation)
       select $1, client_id, 'sibling' from dino.account where id = $2`,
      [f.manager.id, own],
    )
    const { rows } = await f.t.owner.query('select number from dino.account where id = $1', [own])
    return rows[0].number as string
  }
  const instructionOf = async (id: string) =>
    (await f.t.owner.query('select instruction from dino.account where id = $1', [id])).rows[0].instruction
  const saying = { instruction: 'renew_all' as const, productId: null }

  test('leaves a relative’s account out of a filter and names it', async () => {
    const own = await f.createMaturingAccount('2026-07-11')
    const other = await f.createMaturingAccount('2026-07-12')
    const number = await ownAccount(own)
    const choice = { by: 'filter' as const, filter: {} }
    const summary = await f.managerCaller.call(summarizeInstructions, { body: { choice } })
    expect(summary.own).toEqual([{ id: own, accountNumber: number }])
    expect(summary.accounts.map(({ id }) => id)).not.toContain(own)
    const answer = await f.managerCaller.call(instructMaturities, { body: { choice, ...saying } })
    expect(answer.leftOut).toEqual([number])
    expect([await instructionOf(own), await instructionOf(other)]).toEqual([null, 'renew_all'])
    await f.t.owner.query('delete from dino.declared_relative')
  })

  test('refuses a relative’s account chosen by number or found alone, naming it', async () => {
    const own = await f.createMaturingAccount('2026-07-13')
    const other = await f.createMaturingAccount('2026-07-14')
    const number = await ownAccount(own)
    for (const choice of [chooseAccountsById(own, other), { by: 'filter' as const, filter: { search: number } }])
      await expect(f.managerCaller.call(instructMaturities, { body: { choice, ...saying } })).rejects.toMatchObject({
        status: 409,
        code: 'approval.ownRecord',
        fields: { accounts: number },
      })
    expect(await instructionOf(other)).toBeNull()
    await f.t.owner.query('delete from dino.declared_relative')
  })
})
