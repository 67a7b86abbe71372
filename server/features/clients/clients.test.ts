import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getAccount, getClient, listAccountMovements, printAccountStatement } from '#contract/clients/client.ts'
import { listClients, searchClients } from '#contract/clients.ts'
import { hostileStrings } from '#test/fixtures/hostile-strings.ts'
import { readPdf } from '#test/harness/read-pdf.ts'
import { createTestTenant } from '#test/harness/tenant.ts'

let t: Awaited<ReturnType<typeof createTestTenant>>
beforeAll(async () => {
  t = await createTestTenant('dino')
})
afterAll(() => t.drop())

describe('client list', () => {
  test('shows a manager only their own clients in list, count, search and by address', async () => {
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

  test('a supervisor sees the clients of everyone under them, at any depth', async () => {
    const top = await t.make.employee({ position: 'supervisor' })
    const middle = await t.make.employee({ supervisorId: top.id })
    const low = await t.make.employee({ supervisorId: middle.id })
    const client = await t.make.client({ staff: { advisor: low.id } })
    const { rows } = await (await t.as('supervisor', top.cvl)).call(listClients.page, {})
    expect(rows.map(({ id }) => id)).toEqual([client.id])
  })

  test.each(['manager', 'partner', 'advisor', 'banker'] as const)(
    'the current %s of a client sees it; former ones and colleagues do not',
    async (role) => {
      const now = await t.make.employee({ position: role })
      const former = await t.make.employee({ position: role })
      const colleague = await t.make.employee({ position: role })
      const client = await t.make.client({ staff: { [role]: former.id } })
      await t.owner.query(
        `update dino.client_staff set valid_to = '2026-06-14' where client_id = $1 and employee_id = $2`,
        [client.id, former.id],
      )
      await t.owner.query(
        `insert into dino.client_staff (client_id, employee_id, role, valid_from) values ($1, $2, $3, '2026-06-15')`,
        [client.id, now.id, role],
      )
      await t.make.refresh(client.id)
      const listIds = async ({ cvl }: { cvl: string }) =>
        (await (await t.as(role, cvl)).call(listClients.page, {})).rows.map(({ id }) => id)
      expect([await listIds(now), await listIds(former), await listIds(colleague)]).toEqual([[client.id], [], []])
    },
  )

  test('refuses an unknown filter and names it', async () => {
    const admin = await t.as('admin')
    expect((await admin.send(listClients.page, { query: { dniExpiresBefore: '0000-01-01' } })).statusCode).toBe(400)
    const response = await admin.send(listClients.page, { query: { mangaer: '1' } })
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({ code: 'request.invalid', fields: { mangaer: 'unknown' } })
  })
})

test('an account shows scheduled payments, and holders outside the scope by name only', async () => {
  const manager = await t.make.employee()
  const mine = await t.make.client({ name: 'Ana', surname: 'Mía', staff: { manager: manager.id } })
  const other = await t.make.client({ name: 'Luis', surname: 'Ajeno' })
  const account = await t.make.account({ clientId: mine.id, holders: [other.id] })
  await t.db
    .insertInto('scheduledPayment')
    .values({ accountId: account.id, amount: '12.30', purpose: 'rent', counterpartyBank: 'YZ', counterparty: '123' })
    .execute()
  const me = await t.as('manager', manager.cvl)
  const found = await me.call(getAccount, { params: { clientId: mine.id, accountId: account.id } })
  expect(found.scheduledPayments).toMatchObject([{ amount: '12.30', counterpartyBank: 'YZ' }])
  expect(found.holders.map(({ id, name }) => [id, name])).toEqual([
    [mine.id, 'Ana Mía'],
    [null, 'Luis Ajeno'],
  ])
  await expect(me.call(getAccount, { params: { clientId: other.id, accountId: account.id } })).rejects.toMatchObject({
    status: 404,
  })
})

test('splits joint accounts by share to the cent and counts them once', async () => {
  const one = await t.make.client()
  const other = await t.make.client()
  const shared = await t.make.account({ clientId: one.id, holders: [other.id] })
  await t.db.updateTable('accountHolder').set({ share: '33.3333' }).where('accountId', '=', shared.id).execute()
  await t.db
    .updateTable('accountHolder')
    .set({ share: '66.6667' })
    .where('accountId', '=', shared.id)
    .where('clientId', '=', other.id)
    .execute()
  await t.make.movement(shared.id, '100.01')
  const alone = await t.make.account({ clientId: other.id })
  await t.make.movement(alone.id, '7.00')
  const admin = await t.as('admin')
  const first = await admin.call(getClient, { params: { clientId: one.id } })
  const second = await admin.call(getClient, { params: { clientId: other.id } })
  expect(first).toMatchObject({ balance: '100.01', joint: { balance: '100.01', part: '33.34' } })
  expect(second).toMatchObject({ balance: '7.00', joint: { balance: '100.01', part: '66.67' } })
  const parts = second.accounts.find(({ id }) => id === shared.id)!.holders.map(({ id, part }) => [id, part])
  expect(parts).toEqual([
    [one.id, '33.34'],
    [other.id, '66.67'],
  ])
})

test('a statement counts back from the balance with any filter', async () => {
  const account = await t.make.account()
  await t.make.movement(account.id, '100.00')
  await t.make.movement(account.id, '-30.00', 'withdrawal', '2024-03-02')
  await t.make.movement(account.id, '1.25', 'interest', '2024-03-03')
  const admin = await t.as('admin')
  const params = { clientId: account.clientId, accountId: account.id }

  const { rows } = await admin.call(listAccountMovements.page, { params })
  expect(rows.map(({ amount, balanceAfter }) => [amount, balanceAfter])).toEqual([
    ['1.25', '71.25'],
    ['-30.00', '70.00'],
    ['100.00', '100.00'],
  ])
  const contributions = await admin.call(listAccountMovements.page, { params, query: { kind: 'contribution' } })
  expect(contributions.rows.map(({ balanceAfter }) => balanceAfter)).toEqual(['100.00'])
  expect(await admin.call(listAccountMovements.count, { params })).toEqual({
    total: 3,
    totals: { moneyIn: '101.25', moneyOut: '30.00' },
  })
  const client = await admin.call(getClient, { params: { clientId: account.clientId } })
  expect(client).toMatchObject({ balance: '71.25', capital: '70.00' })
  expect(client.accounts[0]).toMatchObject({ principal: '70.00', balance: '71.25' })
})

test('a printed statement equals the list, for chosen days or a past day', async () => {
  const manager = await t.make.employee()
  const { id: clientId } = await t.make.client({ staff: { manager: manager.id } })
  const account = await t.make.account({ clientId })
  await t.make.movement(account.id, '1000.00')
  await t.make.movement(account.id, '-30.00', 'withdrawal', '2024-03-02')
  await t.make.movement(account.id, '1.25', 'interest', '2024-03-03')
  const managerCaller = await t.as('manager', manager.cvl)
  const params = { clientId, accountId: account.id }
  const paper = async (query: Record<string, string>) => {
    const answer = await managerCaller.send(printAccountStatement, { params, query })
    expect(answer.headers['content-type']).toBe('application/pdf')
    return readPdf(answer.rawPayload).pages.flat()
  }
  const whole = await paper({})
  const { rows } = await managerCaller.call(listAccountMovements.page, { params })
  const euros = (amount: string) =>
    `${amount
      .replace('-', '−')
      .replace('.', ',')
      .replace(/(\d)(\d{3},)/, '$1.$2')}\u00a0€`
  for (const { amount, balanceAfter } of rows)
    expect(whole).toEqual(expect.arrayContaining([euros(amount), euros(balanceAfter)]))
  const past = await paper({ to: '2024-03-02' })
  expect(past).toContain('Saldo el 02/03/2024')
  expect(past.filter((piece) => piece === '970,00\u00a0€').length).toBeGreaterThan(1)
  expect(past).not.toContain('1,25\u00a0€')
  const some = await paper({ from: '2024-03-03', to: '2024-03-31' })
  expect(some).toEqual(expect.arrayContaining(['970,00\u00a0€', '1,25\u00a0€', '971,25\u00a0€']))
  expect(some).not.toContain('−30,00\u00a0€')
  expect(await paper({ from: '2024-05-01' })).toContain('Sin movimientos en este periodo.')
  const outside = await t.as('manager', (await t.make.employee()).cvl)
  expect((await outside.send(printAccountStatement, { params })).statusCode).toBe(404)
  const wrong = await managerCaller.send(printAccountStatement, {
    params,
    query: { from: '2024-05-01', to: '2024-04-01' },
  })
  expect(wrong.json()).toMatchObject({ code: 'request.invalid', fields: { to: 'too_small' } })
  const audited = await t.owner.query(
    `select after from dino.audit_event where action = 'statement.printed' order by id`,
  )
  expect(audited.rows[0]).toEqual({ after: { from: null, to: '2026-06-15', rows: 3 } })
})

test('a search treats hostile strings as plain text', async () => {
  const admin = await t.as('admin')
  for (const text of hostileStrings.filter((one) => one.trim() !== '' && one.trim().length <= 80)) {
    const response = await admin.send(listClients.page, { query: { search: text } })
    expect([200, 400], `${text}: ${response.body}`).toContain(response.statusCode)
    expect((await admin.send(searchClients, { query: { q: text } })).statusCode, text).toBeLessThan(500)
  }
  const withNul = await admin.send(searchClients, { query: { q: 'a\u0000b' } })
  expect(withNul.statusCode).toBeLessThan(500)
})

describe('client search', () => {
  test('finds clients by part of any identifier in any spelling', async () => {
    const newClient = await t.make.client({
      name: 'Íñigo',
      surname: 'Ærø Çelik',
      email: 'inigo.celik@correo.example',
      phone: '+34 655 432 198',
      identityNumber: '87654321X',
      bankAccounts: ['ES9121000418450200051332'],
    })
    const admin = await t.as('admin')
    const typed = [
      'inigo',
      'ÇELIK',
      'aero cel',
      '655432',
      '655-43 21 98',
      '(+34) 655.432',
      '+34 655',
      '87.654.321-x',
      'celik@cor',
      '2100 0418',
      'es91',
      'ce',
    ]
    for (const q of [...typed, newClient.cvl.slice(2)])
      expect(
        (await admin.call(searchClients, { query: { q } })).clients.map(({ id }) => id),
        q,
      ).toContain(newClient.id)
    for (const query of [
      { name: 'celik' },
      { email: 'inigo.c' },
      { phone: '655 432' },
      { cvl: newClient.cvl.toLowerCase() },
    ])
      expect(
        (await admin.call(listClients.page, { query })).rows.map(({ id }) => id),
        JSON.stringify(query),
      ).toContain(newClient.id)
    for (const query of [{ name: 'correo' }, { email: '655432' }, { phone: '87654321' }])
      expect(
        (await admin.call(listClients.page, { query })).rows.map(({ id }) => id),
        JSON.stringify(query),
      ).not.toContain(newClient.id)
  })

  test('searches for % and _ literally', async () => {
    const admin = await t.as('admin')
    expect((await admin.call(listClients.count, { query: { search: '%' } })).total).toBe(0)
    expect((await admin.call(listClients.count, { query: { search: '____' } })).total).toBe(0)
  })
})

test('pages meet without gap or repeat in every sort, from either end', async () => {
  const manager = await t.make.employee()
  const ids: string[] = []
  for (let n = 0; n < 23; n++)
    ids.push((await t.make.client({ name: `N${n % 3}`, surname: 'Igual', staff: { manager: manager.id } })).id)
  const me = await t.as('manager', manager.cvl)
  for (const sort of listClients.sortable)
    for (const direction of ['asc', 'desc'] as const) {
      const read = async (known: object) => {
        const pages = []
        for (let page = 1; page <= 5; page++)
          pages.push(
            ...(await me.call(listClients.page, { query: { sort, direction, page, pageSize: 5, ...known } })).rows,
          )
        return pages.map(({ id }) => id)
      }
      const plainly = await read({})
      const fromBothEnds = await read({ knownTotal: 23 })
      expect(new Set(plainly), `${sort} ${direction}`).toEqual(new Set(ids))
      expect(plainly).toHaveLength(23)
      expect(fromBothEnds, `${sort} ${direction} from both ends`).toEqual(plainly)
    }
})
