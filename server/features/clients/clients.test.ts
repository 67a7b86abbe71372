import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getClient, listClients, listMovements, searchClients } from '#contract/clients.ts'
import { testTenant } from '#test/harness/tenant.ts'

let t: Awaited<ReturnType<typeof testTenant>>
beforeAll(async () => {
  t = await testTenant('dino')
})
afterAll(() => t.drop())

describe('the client list', () => {
  test('shows a manager their own clients only: in list, count, search and by address', async () => {
    const manager = await t.make.employee()
    const other = await t.make.employee()
    const mine = await t.make.client({ name: 'José', surname: 'Núñez Peña', staff: { manager: manager.id } })
    const theirs = await t.make.client({ name: 'Josefa', surname: 'Núñez Otra', staff: { manager: other.id } })
    const me = await t.as('manager', manager.cvl)

    const { rows } = await me.call(listClients.page, {})
    expect(rows.map(({ id, fullName }) => ({ id, fullName }))).toEqual([{ id: mine.id, fullName: 'Núñez Peña, José' }])
    expect(await me.call(listClients.count, {})).toMatchObject({ total: 1 })
    const found = await me.call(searchClients, { query: { q: 'nunez jose' } })
    expect(found.clients.map(({ id }) => id)).toEqual([mine.id])
    await expect(me.call(getClient, { params: { clientId: theirs.id } })).rejects.toMatchObject({
      status: 404,
      code: 'notFound',
    })
    const all = await (await t.as('admin')).call(searchClients, { query: { q: 'núñez' } })
    expect(all.clients).toHaveLength(2)
  })

  test('a supervisor sees the clients of everybody under them, at any depth', async () => {
    const top = await t.make.employee({ position: 'supervisor' })
    const middle = await t.make.employee({ supervisorId: top.id })
    const low = await t.make.employee({ supervisorId: middle.id })
    const client = await t.make.client({ staff: { advisor: low.id } })
    const { rows } = await (await t.as('supervisor', top.cvl)).call(listClients.page, {})
    expect(rows.map(({ id }) => id)).toEqual([client.id])
  })

  test('refuses a filter it does not know, and names it', async () => {
    const admin = await t.as('admin')
    const response = await admin.send(listClients.page, { query: { mangaer: '1' } })
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({ code: 'request.invalid', fields: { mangaer: 'unknown' } })
  })
})

test('a statement counts back from the balance, whatever the filter', async () => {
  const account = await t.make.account()
  await t.make.movement(account.id, '100.00')
  await t.make.movement(account.id, '-30.00', 'withdrawal', '2024-03-02')
  await t.make.movement(account.id, '1.25', 'interest', '2024-03-03')
  const admin = await t.as('admin')
  const params = { clientId: account.clientId, accountId: account.id }

  const { rows } = await admin.call(listMovements.page, { params })
  expect(rows.map(({ amount, balanceAfter }) => [amount, balanceAfter])).toEqual([
    ['1.25', '71.25'],
    ['-30.00', '70.00'],
    ['100.00', '100.00'],
  ])
  const contributions = await admin.call(listMovements.page, { params, query: { kind: 'contribution' } })
  expect(contributions.rows.map(({ balanceAfter }) => balanceAfter)).toEqual(['100.00'])
  expect(await admin.call(listMovements.count, { params })).toEqual({
    total: 3,
    totals: { moneyIn: '101.25', moneyOut: '30.00' },
  })
  const client = await admin.call(getClient, { params: { clientId: account.clientId } })
  expect(client).toMatchObject({ balance: '71.25', capital: '70.00' })
  expect(client.accounts[0]).toMatchObject({ principal: '70.00', interestPosted: '1.25', balance: '71.25' })
})
