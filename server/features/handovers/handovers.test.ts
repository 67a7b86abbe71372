import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { approve, reject, withdraw } from '#contract/approvals.ts'
import {
  handoverFilterOptions,
  handoverPeople,
  listHandoverClients,
  listHandovers,
  previewHandover,
  proposeHandover,
} from '#contract/handovers.ts'
import { firmOfHandovers, noon, refused, these, today } from './test-handovers.ts'

type Firm = Awaited<ReturnType<typeof firmOfHandovers>>
let f: Firm
beforeAll(async () => {
  f = await firmOfHandovers()
})
beforeEach(() => {
  f.clock.now = noon
})
afterAll(() => f.t.drop())

describe('proposed handovers', () => {
  test('moves a client and the sight of it only after the receiver accepts', async () => {
    const { giver, taker, head, stranger } = f
    const client = await f.clientOf(giver)
    const { state, handoverId, approvalId } = await f.propose(giver.caller, these(client), taker)
    expect(state).toBe('pending')
    expect([await f.sees(giver.caller, client), await f.sees(taker.caller, client)]).toEqual([true, false])
    expect(await f.toldTo(taker.caller)).toContain('approval.waiting')
    expect(await f.detail(taker.caller, handoverId)).toMatchObject({ state: 'proposed', clients: 1, hidden: 1 })
    await expect(f.accept(giver.caller, approvalId)).rejects.toMatchObject(refused(403, 'permission.missing'))
    await expect(f.accept(stranger.caller, approvalId)).rejects.toMatchObject(refused(404, 'notFound'))

    await f.accept(taker.caller, approvalId)
    expect([await f.sees(giver.caller, client), await f.sees(taker.caller, client)]).toEqual([false, true])
    expect(await f.linksOf(client)).toEqual([
      [giver.id, '2024-01-15', '2026-06-14'],
      [taker.id, today, null],
    ])
    expect(await f.toldTo(giver.caller)).toContain('handover.done')
    expect(await f.detail(giver.caller, handoverId)).toMatchObject({ state: 'done', moved: 1, hidden: 1 })
    expect(await f.detail(head.caller, handoverId)).toMatchObject({ state: 'done', hidden: 0 })
    await expect(f.detail(stranger.caller, handoverId)).rejects.toMatchObject(refused(404, 'notFound'))
    const rowsFor = async ({ caller }: typeof giver) =>
      (await caller.call(listHandoverClients.page, { params: { handoverId }, query: {} })).rows
    expect(await rowsFor(giver)).toEqual([])
    expect(await rowsFor(taker)).toMatchObject([{ id: client.id, outcome: 'moved' }])
  })

  test('refuses a handover with one client out of scope as not found', async () => {
    const { giver, taker, stranger } = f
    const [mine, theirs] = [await f.clientOf(giver), await f.clientOf(stranger)]
    const count = async () => (await f.t.owner.query('select from dino.handover')).rowCount
    const before = await count()
    for (const choice of [these(mine, theirs), these(mine, { id: '2000000000000001', cvl: '' })]) {
      for (const endpoint of [previewHandover, proposeHandover] as const) {
        const { reason, ...body } = f.bodyOf(choice, taker)
        const sent = { body: endpoint === proposeHandover ? { ...body, reason } : body }
        const { statusCode, json } = await giver.caller.send(endpoint, sent)
        expect([statusCode, json().code]).toEqual([404, 'notFound'])
      }
    }
    expect(await count()).toBe(before)
  })

  test('skips clients whose link in that role belongs to an employee out of scope', async () => {
    const { giver, taker, stranger } = f
    const seen = await f.t.make.client({ staff: { manager: stranger.id, banker: giver.id } })
    const mine = await f.clientOf(giver)
    const { reason: _, ...body } = f.bodyOf(these(seen, mine), taker)
    expect(await giver.caller.call(previewHandover, { body })).toMatchObject({ clients: 1, heldByOther: 1 })
    await f.handOver(giver.caller, these(seen, mine), taker)
    expect((await f.linksOf(seen)).at(-1)).toEqual([stranger.id, '2024-01-15', null])
    await expect(f.propose(giver.caller, these(seen), taker)).rejects.toMatchObject(
      refused(422, 'handover.nothingToMove'),
    )
  })

  test('refuses a receiver who left, has another position, is unknown or the giver', async () => {
    const { giver, t } = f
    const client = await f.clientOf(giver)
    const gone = await t.make.employee()
    await t.owner.query(`update dino.employee set terminated_on = '2026-06-14' where id = $1`, [gone.id])
    const advisor = await t.make.employee({ position: 'advisor' })
    for (const to of [gone, advisor, giver, { id: '2000000000000001', cvl: '' }])
      await expect(f.propose(giver.caller, these(client), to)).rejects.toMatchObject(
        refused(422, 'handover.notReceiver'),
      )
    await expect(f.propose(giver.caller, these(client), f.taker, { effectiveOn: '2026-06-14' })).rejects.toMatchObject({
      status: 400,
      fields: { effectiveOn: 'past' },
    })
  })

  test('hands over all visible clients of one giver or of a list filter', async () => {
    const boss = await f.somebody('supervisor')
    const [one, other] = [await f.somebody('manager', boss.id), await f.somebody('manager', boss.id)]
    const clients = [await f.clientOf(one), await f.clientOf(one), await f.clientOf(other)]
    const name = 'Zorionak'
    const found = await f.t.make.client({ name, staff: { manager: one.id } })
    await f.t.make.client({ name, staff: { manager: f.stranger.id } })
    const filter = { by: 'filter', filter: { search: name, companies: false } } as const
    const { handoverId } = await f.handOver(boss.caller, filter, other)
    expect(await f.detail(boss.caller, handoverId)).toMatchObject({ clients: 1, moved: 1 })
    expect((await f.linksOf(found)).at(-1)?.[0]).toBe(other.id)
    const all = await f.handOver(boss.caller, { by: 'giver', giverId: one.id }, other)
    expect(await f.detail(boss.caller, all.handoverId)).toMatchObject({ clients: 2 })
    for (const client of clients) expect((await f.linksOf(client)).at(-1)?.[0]).toBe(other.id)
    // Somebody out of reach has nobody that could be given.
    await expect(f.propose(boss.caller, { by: 'giver', giverId: f.stranger.id }, other)).rejects.toMatchObject(
      refused(422, 'handover.nothingToMove'),
    )
  })

  test('a handover of a partner link leaves the manager unchanged', async () => {
    const [from, to] = [
      await f.t.make.employee({ position: 'partner' }),
      await f.t.make.employee({ position: 'partner' }),
    ]
    const client = await f.t.make.client({ staff: { manager: f.giver.id, partner: from.id } })
    const admin = await f.t.as('admin')
    await f.handOver(admin, these(client), to, { role: 'partner' })
    expect(await f.linksOf(client)).toEqual([[f.giver.id, '2024-01-15', null]])
    const { rows } = await f.t.owner.query(
      'select partner_id::text, manager_id::text from dino.client_list where client_id = $1',
      [client.id],
    )
    expect(rows).toEqual([{ partner_id: to.id, manager_id: f.giver.id }])
  })

  test('a rejected or withdrawn handover moves nothing and keeps its reason', async () => {
    const { giver, taker } = f
    const client = await f.clientOf(giver)
    const first = await f.propose(giver.caller, these(client), taker)
    const params = { approvalId: first.approvalId! }
    await taker.caller.call(reject, { params, body: { reason: 'No tengo sitio' } })
    expect(await f.detail(giver.caller, first.handoverId)).toMatchObject({
      ...{ state: 'rejected', endReason: 'No tengo sitio', endedBy: taker.caller.username },
      mayUndo: false,
    })
    const second = await f.propose(giver.caller, these(client), taker)
    await giver.caller.call(withdraw, { params: { approvalId: second.approvalId! } })
    expect(await f.detail(taker.caller, second.handoverId)).toMatchObject({ state: 'withdrawn' })
    expect((await f.linksOf(client)).at(-1)?.[0]).toBe(giver.id)
  })
})

describe('handover preview and list', () => {
  test('previews moves by giver, credited amounts, and who gains or loses sight', async () => {
    const boss = await f.somebody('supervisor')
    const from = await f.somebody('manager', boss.id)
    const client = await f.clientOf(from)
    const account = await f.t.make.account({ clientId: client.id })
    await f.t.make.movement(account.id, '1000.10', 'contribution', '2026-03-02')
    await f.t.make.movement(account.id, '500.00', 'contribution', '2025-12-30')
    await f.t.owner.query('select dino.fold_totals()')
    await f.t.make.movement(account.id, '0.20', 'contribution', '2026-06-01')
    await f.t.make.refresh(client.id)
    const admin = await f.t.as('admin')
    const { reason: _, ...body } = f.bodyOf(these(client), f.taker)
    const preview = await admin.call(previewHandover, { body })
    expect(preview).toMatchObject({ needsApproval: true, clients: 1, accounts: 1, capital: '1500.30' })
    expect(preview.givers).toMatchObject([
      { cvl: from.cvl, clients: 1, accounts: 1, capital: '1500.30', credited: '1000.30' },
    ])
    const cvls = (people: readonly { cvl: string }[]) => people.map(({ cvl }) => cvl).sort()
    expect(cvls(preview.gaining)).toEqual([f.taker.cvl, f.head.cvl].sort())
    expect(cvls(preview.losing)).toEqual([from.cvl, boss.cvl].sort())
  })

  test('offers receivers of the whole prefix, and givers in scope with their clients', async () => {
    const boss = await f.somebody('supervisor')
    const from = await f.somebody('manager', boss.id)
    await f.clientOf(from)
    const { receivers, givers } = await boss.caller.call(handoverPeople, {})
    expect(givers).toMatchObject([{ id: from.id, role: 'manager', clients: 1 }])
    expect(receivers.map(({ id }) => id)).toEqual(expect.arrayContaining([f.stranger.id, from.id]))
  })
})

test('lists handovers in scope with sums, and filters them by giver and receiver', async () => {
  const [one, other] = [await f.somebody('manager'), await f.somebody('manager')]
  const client = await f.clientOf(one)
  const { handoverId } = await f.propose(one.caller, these(client), other)
  for (const { caller } of [one, other]) {
    const { rows } = await caller.call(listHandovers.page, { query: {} })
    expect(rows).toMatchObject([{ id: handoverId, state: 'proposed', givers: 1, clients: 1, capital: '0.00' }])
    expect(await caller.call(listHandovers.count, { query: { giver: one.id } })).toMatchObject({ total: 1 })
    expect(await caller.call(listHandovers.count, { query: { receiver: one.id } })).toMatchObject({ total: 0 })
  }
  const options = await other.caller.call(handoverFilterOptions, {})
  expect([options.givers.map(({ id }) => id), options.receivers.map(({ id }) => id)]).toEqual([[one.id], [other.id]])
  expect((await f.stranger.caller.call(listHandovers.page, { query: { giver: one.id } })).rows).toEqual([])
  const file = await one.caller.send(listHandovers.exportRows, { query: { format: 'csv' } })
  expect(file.body).toContain('2026-06-15 12:00:00;Propuesto;2026-06-15;Gestor')
})

test('refuses acceptance of a handover by its proposer, a supervisor too', async () => {
  const { giver, taker, head } = f
  const client = await f.clientOf(giver)
  const { approvalId } = await f.propose(head.caller, these(client), taker)
  await expect(f.accept(head.caller, approvalId)).rejects.toMatchObject(refused(409, 'approval.sameAsMaker'))
  expect(await f.linksOf(client)).toHaveLength(1)
})

test('refuses the second of two concurrent acceptances of a handover', async () => {
  const { giver, taker, head } = f
  const client = await f.clientOf(giver)
  const { approvalId } = await f.propose(giver.caller, these(client), taker)
  const sent = { params: { approvalId: approvalId! }, body: {} }
  const told = await Promise.all([taker.caller.send(approve, sent), head.caller.send(approve, sent)])
  expect(told.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  expect((await f.linksOf(client)).length).toBe(2)
})
