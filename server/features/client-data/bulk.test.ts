import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { enterStaffView } from '#contract/auth/staff-view.ts'
import { setNextReviews } from '#contract/client-data/bulk.ts'
import { getClientData } from '#contract/client-data.ts'
import { exportSelectedClients, selectClients } from '#contract/clients/selection.ts'
import { tagRecords } from '#contract/records/bulk.ts'
import { getRecordPanels } from '#contract/records.ts'
import { createTestTenant } from '#test/harness/tenant.ts'

type Tenant = Awaited<ReturnType<typeof createTestTenant>>
type Caller = Awaited<ReturnType<Tenant['as']>>
let t: Tenant
let manager: Caller
let direction: Caller
let managerCvl: string
let mine: string[]
let other: string

beforeAll(async () => {
  t = await createTestTenant('dino')
  const one = await t.make.employee({ name: 'Marta' })
  const two = await t.make.employee({ name: 'Olga' })
  managerCvl = one.cvl
  manager = await t.as('manager', one.cvl)
  direction = await t.as('direction')
  mine = []
  for (const surname of ['Zafra', 'Alba', 'Mora'])
    mine.push((await t.make.client({ surname, staff: { manager: one.id } })).id)
  other = (await t.make.client({ surname: 'Ajena', staff: { manager: two.id } })).id
})
afterAll(() => t.drop())

const select = (caller: Caller, choice: Parameters<typeof caller.call<typeof selectClients>>[1]['body']['choice']) =>
  caller.call(selectClients, { body: { choice } })
const setReviews = (caller: Caller, ids: string[], nextReviewOn = '2027-01-15') =>
  caller.call(setNextReviews, { body: { ids, nextReviewOn } })
const countChanges = async () => {
  const { rows } = await t.owner.query(
    `select count(*)::int as n from dino.audit_event where action = 'client.changed'`,
  )
  return rows[0].n as number
}

describe('clients chosen in the list', () => {
  test('a filter names the clients within reach, in the order of names', async () => {
    const { rows } = await select(manager, { by: 'filter', filter: {} })
    expect(rows.map(({ name }) => name)).toEqual(['Alba, Ana', 'Mora, Ana', 'Zafra, Ana'])
    expect((await select(manager, { by: 'filter', filter: { name: 'ajena' } })).rows).toEqual([])
    expect((await select(direction, { by: 'filter', filter: { name: 'ajena' } })).rows).toHaveLength(1)
  })

  test('a filter takes days that move with the calendar as the list does', async () => {
    const choose = (dniExpiresBefore: string) => select(manager, { by: 'filter', filter: { dniExpiresBefore } })
    expect(await choose('monthStart')).toEqual(await choose('2026-06-01'))
  })

  test('answers 404 for chosen clients of which one is out of scope', async () => {
    expect((await select(manager, { by: 'clients', clientIds: mine })).rows).toHaveLength(3)
    await expect(select(manager, { by: 'clients', clientIds: [...mine, other] })).rejects.toMatchObject({
      status: 404,
      code: 'notFound',
    })
  })
})

test('the file of chosen clients has these alone, and none out of scope', async () => {
  const take = (clientIds: string[]) =>
    manager.send(exportSelectedClients, { query: { format: 'csv', columns: 'fullName' }, body: { clientIds } })
  const file = await take([mine[0]!, mine[2]!])
  expect(
    file.body
      .split('\n')
      .slice(1)
      .filter(Boolean)
      .map((line) => line.replace(/[\r";]/g, '')),
  ).toEqual(['Mora, Ana', 'Zafra, Ana'])
  expect((await take([mine[0]!, other])).statusCode).toBe(404)
})

describe('a bulk action', () => {
  test('changes each client by itself and answers for each what became of it', async () => {
    const before = await countChanges()
    const { results } = await setReviews(manager, [mine[0]!, other, mine[1]!, '999999999'])
    expect(results).toEqual([
      { id: mine[0], code: null },
      { id: other, code: 'notFound' },
      { id: mine[1], code: null },
      { id: '999999999', code: 'notFound' },
    ])
    expect(await countChanges()).toBe(before + 2)
    const { nextReviewOn } = await manager.call(getClientData, { params: { clientId: mine[0]! } })
    expect(nextReviewOn).toBe('2027-01-15')
  })

  test('a bulk action that is sent again changes nothing twice', async () => {
    await setReviews(manager, mine)
    const before = await countChanges()
    expect((await setReviews(manager, [...mine, ...mine])).results.map(({ code }) => code)).toEqual([null, null, null])
    expect(await countChanges()).toBe(before)
  })

  test('refuses a review day for a relative of the caller alone', async () => {
    await t.owner.query(
      `insert into dino.declared_relative (employee_id, relative_client_id, relation)
       select e.id, $2, 'sibling' from dino.employee e where e.cvl = $1`,
      [managerCvl, mine[2]],
    )
    expect((await setReviews(manager, [mine[2]!, mine[0]!], '2027-02-01')).results.map(({ code }) => code)).toEqual([
      'approval.ownRecord',
      null,
    ])
    await t.owner.query('delete from dino.declared_relative where relative_client_id = $1', [mine[2]])
  })

  test('refuses a review day that is over for each client', async () => {
    expect((await setReviews(manager, mine, '2026-06-14')).results.map(({ code }) => code)).toEqual(
      Array(3).fill('request.invalid'),
    )
  })

  test('refuses a bulk action with too many records, and with none', async () => {
    const many = Array.from({ length: 51 }, (_, n) => String(n + 1))
    for (const ids of [many, []])
      await expect(setReviews(manager, ids)).rejects.toMatchObject({ status: 400, code: 'request.invalid' })
  })

  test('refuses a bulk action in another’s view and without the right', async () => {
    await expect(setReviews(direction, mine)).rejects.toMatchObject({ status: 403, code: 'permission.missing' })
    const looker = await t.as('direction', (await t.make.employee()).cvl)
    await looker.call(enterStaffView, { body: { cvl: managerCvl } })
    await expect(setReviews(looker, mine)).rejects.toMatchObject({ code: expect.stringMatching(/cvl|permission/) })
  })
})

test('puts a tag on the caller’s records and takes it off again', async () => {
  const tag = (caller: Caller, ids: string[], change: 'add' | 'remove') =>
    caller.call(tagRecords, { params: { entity: 'client' }, body: { ids, name: 'Campaña de otoño', change } })
  const listTags = async (recordId: string) =>
    (await direction.call(getRecordPanels, { params: { entity: 'client', recordId } })).tags.map(({ name }) => name)
  expect((await tag(manager, [...mine, other], 'add')).results.map(({ code }) => code)).toEqual([
    null,
    null,
    null,
    'notFound',
  ])
  expect(await listTags(mine[2]!)).toEqual(['Campaña de otoño'])
  expect(await listTags(other)).toEqual([])
  expect((await tag(manager, [mine[2]!, other], 'remove')).results.map(({ code }) => code)).toEqual([null, 'notFound'])
  expect(await listTags(mine[2]!)).toEqual([])
  expect(await listTags(mine[0]!)).toEqual(['Campaña de otoño'])
})
