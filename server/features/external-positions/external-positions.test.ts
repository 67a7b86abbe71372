import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getClient } from '#contract/clients/client.ts'
import { idempotencyKeyHeader } from '#contract/core/endpoint.ts'
import {
  addExternalProduct,
  changeExternalProduct,
  listExternalProducts,
  setExternalProductClosed,
} from '#contract/external-positions/products.ts'
import {
  addExternalPosition,
  changeExternalPosition,
  closeExternalPosition,
  getExternalPosition,
  listExternalByInstitution,
  listExternalByProduct,
  listExternalPositions,
  removeExternalValue,
  reopenExternalPosition,
  valueExternalPosition,
} from '#contract/external-positions.ts'
import { toCents } from '#rules/cents.ts'
import type { CreatedPerson } from '#test/harness/factories.ts'
import { createTestTenant } from '#test/harness/tenant.ts'

type Tenant = Awaited<ReturnType<typeof createTestTenant>>
type Caller = Awaited<ReturnType<Tenant['as']>>
let t: Tenant
let supervisor: CreatedPerson
let manager: CreatedPerson
let callers: Record<'all' | 'team' | 'own' | 'none', Caller>
let depositId: string
let loanId: string
const today = '2026-06-15'
const comma = 'Banco Uno, Dos y 100 %'

const addProduct = async (institution: string, kind: 'deposit' | 'loan', name: string) =>
  (await callers.all.call(addExternalProduct, { body: { institution, kind, name, terms: '' } })).id

beforeAll(async () => {
  t = await createTestTenant('dino')
  supervisor = await t.make.employee({ position: 'supervisor' })
  manager = await t.make.employee({ supervisorId: supervisor.id })
  const outsider = await t.make.employee()
  callers = {
    all: await t.as('admin'),
    team: await t.as('supervisor', supervisor.cvl),
    own: await t.as('manager', manager.cvl),
    none: await t.as('manager', outsider.cvl),
  }
  depositId = await addProduct(comma, 'deposit', 'Depósito')
  loanId = await addProduct('Caja Tres', 'loan', 'Préstamo')
})
afterAll(() => t.drop())

const makeClient = (employee = manager) => t.make.client({ staff: { manager: employee.id } })
const addPosition = async (
  clientId: string,
  body: object = {},
  { caller = callers.own, key = randomUUID() as string } = {},
) =>
  (
    await t.callerWith(caller.token, { [idempotencyKeyHeader]: key }).call(addExternalPosition, {
      params: { clientId },
      body: { productId: depositId, description: '', since: null, amount: '1000.00', asOf: today, ...body },
    })
  ).id
const createPosition = async (body: object = {}) => {
  const { id: clientId } = await makeClient()
  return { clientId, positionId: await addPosition(clientId, body) }
}
const find = (params: { clientId: string; positionId: string }) => callers.own.call(getExternalPosition, { params })

describe('lists of external positions', () => {
  test('rows, sums, groups and file agree in every scope', async () => {
    const mine = await makeClient()
    const theirs = await makeClient(supervisor)
    await addPosition(mine.id, { amount: '1000.10' })
    await addPosition(mine.id, { productId: loanId, amount: '300.05' })
    await addPosition(theirs.id, { amount: '50.00' }, { caller: callers.team })
    const closed = await addPosition(mine.id, { amount: '777.00' })
    await callers.own.call(closeExternalPosition, {
      params: { clientId: mine.id, positionId: closed },
      body: { version: 1, closedOn: today, reason: 'matured' },
    })
    const expectedNets = { own: '700.05', team: '750.05', all: '750.05', none: '0.00' }
    for (const [scope, net] of Object.entries(expectedNets)) {
      const { call, send } = callers[scope as keyof typeof callers]
      const { rows } = await call(listExternalPositions.page, { query: { pageSize: '200' } })
      const cents = rows.reduce((sum, { amount }) => sum + toCents(amount ?? '0.00'), 0n)
      expect(cents).toBe(toCents(net))
      const { total, totals } = await call(listExternalPositions.count, {})
      expect({ total, totals }).toEqual({ total: rows.length, totals: { amount: net } })
      for (const list of [listExternalByProduct, listExternalByInstitution]) {
        const { totals: sums } = await call(list.count, {})
        expect(sums.net).toBe(net)
        const groups: { id: string; net: string; positions: number }[] = (await call(list.page, {})).rows
        for (const group of groups) {
          const filter = list === listExternalByProduct ? { product: group.id } : { institution: group.id }
          const opened = await call(listExternalPositions.count, { query: { ...filter, state: 'open' } })
          expect(opened).toEqual({ total: group.positions, totals: { amount: group.net } })
        }
      }
      if (rows.length === 0) continue
      const file = await send(listExternalPositions.exportRows, { query: { format: 'csv', columns: 'amount' } })
      expect(file.body.match(/1000[.,]10/)).not.toBeNull()
      expect(file.body).toMatch(/-300[.,]05/)
    }
  })

  test('finds institutions whose names hold commas and signs of a percentage', async () => {
    const { rows } = await callers.all.call(listExternalByInstitution.page, {})
    const group = rows.find(({ institution }) => institution === comma)!
    const { rows: found } = await callers.all.call(listExternalPositions.page, { query: { institution: group.id } })
    expect(new Set(found.map(({ institution }) => institution))).toEqual(new Set([comma]))
  })

  test('sorts each list by each of its sorts', async () => {
    for (const list of [listExternalPositions, listExternalByProduct, listExternalByInstitution, listExternalProducts])
      for (const sort of list.sortable)
        for (const direction of ['asc', 'desc'] as const) {
          const { rows } = await callers.all.call(list.page, { query: { sort, direction } as never })
          expect(rows.length).toBeGreaterThan(1)
        }
    const { rows } = await callers.all.call(listExternalPositions.page, { query: { sort: 'amount', direction: 'asc' } })
    expect(rows[0]!.amount).toBe('-300.05')
  })

  test('counts positions of imports without a product among those without any', async () => {
    const { id: clientId } = await makeClient()
    await t.owner.query(
      `insert into dino.external_position (client_id, kind, institution, amount, since) values ($1, 'card', ' Banco Importado ', 20, '2020-01-01')`,
      [clientId],
    )
    const { rows } = await callers.own.call(listExternalPositions.page, { query: { product: 'none' } })
    expect(rows).toMatchObject([
      { institution: 'Banco Importado', amount: '-20.00', valuedOn: '2020-01-01', productName: null },
    ])
  })
})

describe('a position of a client', () => {
  test('keeps the latest value by day, whatever the order of entry', async () => {
    const params = await createPosition({ asOf: '2026-06-01', since: '2026-01-01' })
    const value = (version: number, amount: string, asOf: string) =>
      callers.own.call(valueExternalPosition, { params, body: { version, amount, asOf } })
    await value(1, '1200.00', '2026-06-10')
    await value(2, '900.00', '2026-05-01')
    await value(3, '1250.00', '2026-06-10')
    expect(await find(params)).toMatchObject({
      amount: '1250.00',
      valuedOn: '2026-06-10',
      version: 4,
      values: [{ amount: '1250.00' }, { amount: '1000.00' }, { amount: '900.00' }],
    })
    await callers.own.call(removeExternalValue, { params, body: { version: 4, asOf: '2026-06-10' } })
    expect(await find(params)).toMatchObject({ amount: '1000.00', valuedOn: '2026-06-01' })
  })

  test('adds up with the balance here, and writes no journal', async () => {
    const { clientId } = await createPosition({ amount: '500.00' })
    const journals = () => t.owner.query('select count(*)::int as n from dino.journal')
    const account = await t.make.account({ clientId })
    await t.make.movement(account.id, '100.00')
    const before = (await journals()).rows
    await addPosition(clientId, { productId: loanId, amount: '650.00' })
    expect((await journals()).rows).toEqual(before)
    const { wealth } = await callers.own.call(getClient, { params: { clientId } })
    expect(wealth).toEqual({
      here: '100.00',
      elsewhere: '500.00',
      owed: '-650.00',
      elsewhereNet: '-150.00',
      net: '-50.00',
    })
  })

  test('hides positions on the client’s page from callers without the right', async () => {
    const { clientId } = await createPosition()
    const { cvl } = await t.make.employee()
    const caller = await t.as('direction', cvl)
    await t.owner.query(
      `insert into dino.person_rule (user_id, effect, module, action, valid_from, reason) values ($1, 'deny', 'bt_Productos_Externos', 'view', $2, 'a test')`,
      [caller.userId, today],
    )
    expect(await caller.call(getClient, { params: { clientId } })).toMatchObject({
      externalPositions: null,
      wealth: null,
    })
  })

  test('closes with a reason, refuses values then, and opens again', async () => {
    const params = await createPosition()
    const close = { params, body: { version: 1, closedOn: today, reason: 'moved_here' as const } }
    await callers.own.call(closeExternalPosition, close)
    expect(await find(params)).toMatchObject({ state: 'closed', amount: null, lastAmount: '1000.00' })
    await expect(
      callers.own.call(valueExternalPosition, { params, body: { version: 2, amount: '1.00', asOf: today } }),
    ).rejects.toMatchObject({ status: 409, code: 'externalPosition.closed' })
    await callers.own.call(reopenExternalPosition, { params, body: { version: 2 } })
    expect(await find(params)).toMatchObject({ state: 'open', amount: '1000.00' })
    await expect(callers.own.call(reopenExternalPosition, { params, body: { version: 3 } })).rejects.toMatchObject({
      status: 409,
      code: 'externalPosition.open',
    })
  })

  test('refuses the second of two changes made on one version', async () => {
    const params = await createPosition()
    const change = (description: string) =>
      callers.own.call(changeExternalPosition, {
        params,
        body: { version: 1, productId: depositId, description, since: null },
      })
    const results = await Promise.allSettled([change('una'), change('otra')])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { status: 409, code: 'conflict.changed' },
    })
  })

  test('adds one position under one key, and refuses another body', async () => {
    const { id: clientId } = await makeClient()
    const key = randomUUID()
    const ids = await Promise.all([1, 2, 3].map(() => addPosition(clientId, {}, { key })))
    expect(new Set(ids).size).toBe(1)
    await expect(addPosition(clientId, { amount: '2.00' }, { key })).rejects.toMatchObject({
      status: 422,
      code: 'idempotency.differentBody',
    })
  })

  test('answers 404 to callers who do not see the client', async () => {
    const params = await createPosition()
    for (const sent of [
      callers.none.send(getExternalPosition, { params }),
      callers.none.send(reopenExternalPosition, { params, body: { version: 99 } }),
      callers.own.send(getExternalPosition, { params: { ...params, clientId: (await makeClient()).id } }),
    ])
      expect((await sent).statusCode).toBe(404)
  })

  test.each([
    [{ asOf: '2026-06-16' }, { asOf: 'future' }],
    [{ since: '2026-06-10', asOf: '2026-06-09' }, { asOf: 'order' }],
    [{ amount: '-1.00' }, { amount: 'too_small' }],
    [{ description: 'a\u202eb' }, { description: 'controlCharacter' }],
  ])('refuses a position with fields that do not fit: %o', async (body, fields) => {
    const { id } = await makeClient()
    await expect(addPosition(id, body)).rejects.toMatchObject({ status: 400, code: 'request.invalid', fields })
  })

  test('keeps hostile words as typed, and out of formulas in files', async () => {
    const description = `=cmd|'/C calc'!A1 <img src=x onerror=alert(1)> ' or 1=1 --`
    const params = await createPosition({ description })
    expect((await find(params)).description).toBe(description)
    const { body } = await callers.own.send(listExternalPositions.exportRows, {
      query: { format: 'csv', columns: 'description' },
    })
    expect(body).not.toMatch(/^"?=cmd/m)
  })

  test('refuses to remove the only value of a position', async () => {
    const params = await createPosition()
    await expect(
      callers.own.call(removeExternalValue, { params, body: { version: 1, asOf: today } }),
    ).rejects.toMatchObject({ status: 409, code: 'externalPosition.lastValue' })
    expect(await find(params)).toMatchObject({ amount: '1000.00', version: 1 })
  })
})

test.each([
  [`update external_position_value set amount = -1`, 'external_position_value_amount_check'],
  [`update external_position set closed_on = '2026-06-01' where closed_on is null`, 'external_position_closing'],
  [
    `insert into external_product (institution, kind, name) values ('CAJA TRES', 'loan', 'PRÉSTAMO')`,
    'external_product_by_name',
  ],
])('the database refuses: %s', async (statement, constraint) => {
  await createPosition()
  await t.owner.query('set search_path = dino')
  await expect(t.owner.query(statement)).rejects.toMatchObject({ constraint })
})

describe('the catalogue', () => {
  test('refuses a second product of a name, and another kind once it is used', async () => {
    await expect(addProduct(comma.toUpperCase(), 'deposit', 'DEPÓSITO')).rejects.toMatchObject({
      status: 409,
      code: 'externalProduct.taken',
    })
    await createPosition()
    const body = { version: 1, institution: comma, kind: 'loan' as const, name: 'Depósito', terms: '' }
    await expect(
      callers.own.call(changeExternalProduct, { params: { productId: depositId }, body }),
    ).rejects.toMatchObject({ status: 409, code: 'externalProduct.inUse' })
  })

  test('a renamed product is renamed in its positions; a closed one takes no others', async () => {
    const productId = await addProduct('Banco Cuatro', 'deposit', 'Viejo')
    const params = await createPosition({ productId })
    const fields = { institution: 'Banco Quinto', kind: 'deposit' as const, name: 'Nuevo', terms: 'Al 2 %' }
    await callers.own.call(changeExternalProduct, { params: { productId }, body: { version: 1, ...fields } })
    await callers.own.call(setExternalProductClosed, {
      params: { productId },
      body: { version: 2, isClosed: true },
    })
    expect(await find(params)).toMatchObject({ institution: 'Banco Quinto', productName: 'Nuevo' })
    await expect(addPosition(params.clientId, { productId })).rejects.toMatchObject({
      status: 409,
      code: 'externalProduct.closed',
    })
    // It stays with the product that it has.
    const body = { version: 1, productId, description: 'n.º 7', since: null }
    expect(await callers.own.call(changeExternalPosition, { params, body })).toEqual({ version: 2 })
    const { rows } = await callers.none.call(listExternalProducts.page, { query: { closed: 'true', search: 'quinto' } })
    expect(rows).toMatchObject([{ ...fields, isClosed: true, version: 3 }])
  })
})
