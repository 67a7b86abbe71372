import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { approveChangeRequest, rejectChangeRequest, withdrawChangeRequest } from '#contract/approvals.ts'
import {
  getHandoverFilterOptions,
  getHandoverPeople,
  listHandoverClients,
  listHandovers,
  previewHandover,
  proposeHandover,
} from '#contract/handovers.ts'
import { buildExpectedError, chooseClients, createHandoverFixture, noonMs, today } from './test-handovers.ts'

type Firm = Awaited<ReturnType<typeof createHandoverFixture>>
let fixture: Firm
beforeAll(async () => {
  fixture = await createHandoverFixture()
})
beforeEach(() => {
  fixture.clock.now = noonMs
})
afterAll(() => fixture.t.drop())

describe('proposed handovers', () => {
  test('moves a client and the sight of it only after the receiver accepts', async () => {
    const { giver, taker, head, outsider } = fixture
    const client = await fixture.clientOf(giver)
    const { state, handoverId, approvalId } = await fixture.propose(giver.caller, chooseClients(client), taker)
    expect(state).toBe('pending')
    expect([await fixture.sees(giver.caller, client), await fixture.sees(taker.caller, client)]).toEqual([true, false])
    expect(await fixture.toldTo(taker.caller)).toContain('approval.waiting')
    expect(await fixture.detail(taker.caller, handoverId)).toMatchObject({ state: 'proposed', clients: 1, hidden: 1 })
    await expect(fixture.accept(giver.caller, approvalId)).rejects.toMatchObject(
      buildExpectedError(403, 'permission.missing'),
    )
    await expect(fixture.accept(outsider.caller, approvalId)).rejects.toMatchObject(buildExpectedError(404, 'notFound'))

    await fixture.accept(taker.caller, approvalId)
    expect([await fixture.sees(giver.caller, client), await fixture.sees(taker.caller, client)]).toEqual([false, true])
    expect(await fixture.linksOf(client)).toEqual([
      [giver.id, '2024-01-15', '2026-06-14'],
      [taker.id, today, null],
    ])
    expect(await fixture.toldTo(giver.caller)).toContain('handover.done')
    expect(await fixture.detail(giver.caller, handoverId)).toMatchObject({ state: 'done', moved: 1, hidden: 1 })
    expect(await fixture.detail(head.caller, handoverId)).toMatchObject({ state: 'done', hidden: 0 })
    await expect(fixture.detail(outsider.caller, handoverId)).rejects.toMatchObject(buildExpectedError(404, 'notFound'))
    const rowsFor = async ({ caller }: typeof giver) =>
      (await caller.call(listHandoverClients.page, { params: { handoverId }, query: {} })).rows
    expect(await rowsFor(giver)).toEqual([])
    expect(await rowsFor(taker)).toMatchObject([{ id: client.id, outcome: 'moved' }])
  })

  test('refuses a handover with one client out of scope as not found', async () => {
    const { giver, taker, outsider } = fixture
    const mine = await fixture.clientOf(giver)
    const theirs = await fixture.clientOf(outsider)
    const count = async () => (await fixture.t.owner.query('select from dino.handover')).rowCount
    const before = await count()
    for (const choice of [chooseClients(mine, theirs), chooseClients(mine, { id: '2000000000000001', cvl: '' })]) {
      for (const endpoint of [previewHandover, proposeHandover] as const) {
        const { reason, ...body } = fixture.bodyOf(choice, taker)
        const sent = { body: endpoint === proposeHandover ? { ...body, reason } : body }
        const { statusCode, json } = await giver.caller.send(endpoint, sent)
        expect([statusCode, json().code]).toEqual([404, 'notFound'])
      }
    }
    expect(await count()).toBe(before)
  })

  test('skips clients whose link in that role belongs to an employee out of scope', async () => {
    const { giver, taker, outsider } = fixture
    const seen = await fixture.t.make.client({ staff: { manager: outsider.id, banker: giver.id } })
    const mine = await fixture.clientOf(giver)
    const { reason, ...body } = fixture.bodyOf(chooseClients(seen, mine), taker)
    expect(await giver.caller.call(previewHandover, { body })).toMatchObject({ clients: 1, heldByOther: 1 })
    await fixture.handOver(giver.caller, chooseClients(seen, mine), taker)
    expect((await fixture.linksOf(seen)).at(-1)).toEqual([outsider.id, '2024-01-15', null])
    await expect(fixture.propose(giver.caller, chooseClients(seen), taker)).rejects.toMatchObject(
      buildExpectedError(422, 'handover.nothingToMove'),
    )
  })

  test('refuses a receiver who left, has another position, is unknown or the giver', async () => {
    const { giver, t } = fixture
    const client = await fixture.clientOf(giver)
    const gone = await t.make.employee()
    await t.owner.query(`update dino.employee set terminated_on = '2026-06-14' where id = $1`, [gone.id])
    const advisor = await t.make.employee({ position: 'advisor' })
    for (const to of [gone, advisor, giver, { id: '2000000000000001', cvl: '' }])
      await expect(fixture.propose(giver.caller, chooseClients(client), to)).rejects.toMatchObject(
        buildExpectedError(422, 'handover.notReceiver'),
      )
    await expect(
      fixture.propose(giver.caller, chooseClients(client), fixture.taker, { effectiveOn: '2026-06-14' }),
    ).rejects.toMatchObject({
      status: 400,
      fields: { effectiveOn: 'past' },
    })
  })

  test('hands over all visible clients of one giver or of a list filter', async () => {
    const superior = await fixture.somebody('supervisor')
    const one = await fixture.somebody('manager', superior.id)
    const other = await fixture.somebody('manager', superior.id)
    const clients = [await fixture.clientOf(one), await fixture.clientOf(one), await fixture.clientOf(other)]
    const name = 'Zorionak'
    const found = await fixture.t.make.client({ name, staff: { manager: one.id } })
    await fixture.t.make.client({ name, staff: { manager: fixture.outsider.id } })
    const filter = { by: 'filter', filter: { search: name, companies: false } } as const
    const expiring = { by: 'filter', filter: { search: name, dniExpiresBefore: 'todayPlus30' } } as const
    await expect(fixture.handOver(superior.caller, expiring, other)).rejects.toMatchObject({
      code: 'handover.nothingToMove',
    })
    const { handoverId } = await fixture.handOver(superior.caller, filter, other)
    expect(await fixture.detail(superior.caller, handoverId)).toMatchObject({ clients: 1, moved: 1 })
    expect((await fixture.linksOf(found)).at(-1)?.[0]).toBe(other.id)
    const all = await fixture.handOver(superior.caller, { by: 'giver', giverId: one.id }, other)
    expect(await fixture.detail(superior.caller, all.handoverId)).toMatchObject({ clients: 2 })
    for (const client of clients) expect((await fixture.linksOf(client)).at(-1)?.[0]).toBe(other.id)
    // Somebody out of reach has nobody that could be given.
    await expect(
      fixture.propose(superior.caller, { by: 'giver', giverId: fixture.outsider.id }, other),
    ).rejects.toMatchObject(buildExpectedError(422, 'handover.nothingToMove'))
  })

  test('a handover of a partner link leaves the manager unchanged', async () => {
    const from = await fixture.t.make.employee({ position: 'partner' })
    const to = await fixture.t.make.employee({ position: 'partner' })
    const client = await fixture.t.make.client({ staff: { manager: fixture.giver.id, partner: from.id } })
    const admin = await fixture.t.as('admin')
    await fixture.handOver(admin, chooseClients(client), to, { role: 'partner' })
    expect(await fixture.linksOf(client)).toEqual([[fixture.giver.id, '2024-01-15', null]])
    const { rows } = await fixture.t.owner.query(
      'select partner_id::text, manager_id::text from dino.client_list where client_id = $1',
      [client.id],
    )
    expect(rows).toEqual([{ partner_id: to.id, manager_id: fixture.giver.id }])
  })

  test('a rejected or withdrawn handover moves nothing and keeps its reason', async () => {
    const { giver, taker } = fixture
    const client = await fixture.clientOf(giver)
    const first = await fixture.propose(giver.caller, chooseClients(client), taker)
    const params = { approvalId: first.approvalId! }
    await taker.caller.call(rejectChangeRequest, { params, body: { reason: 'No tengo sitio' } })
    expect(await fixture.detail(giver.caller, first.handoverId)).toMatchObject({
      state: 'rejected',
      endReason: 'No tengo sitio',
      endedBy: taker.caller.username,
      mayUndo: false,
    })
    const second = await fixture.propose(giver.caller, chooseClients(client), taker)
    await giver.caller.call(withdrawChangeRequest, { params: { approvalId: second.approvalId! } })
    expect(await fixture.detail(taker.caller, second.handoverId)).toMatchObject({ state: 'withdrawn' })
    expect((await fixture.linksOf(client)).at(-1)?.[0]).toBe(giver.id)
  })
})

describe('handover preview and list', () => {
  test('previews moves by giver, credited amounts, and who gains or loses sight', async () => {
    const superior = await fixture.somebody('supervisor')
    const from = await fixture.somebody('manager', superior.id)
    const client = await fixture.clientOf(from)
    const account = await fixture.t.make.account({ clientId: client.id })
    await fixture.t.make.movement(account.id, '1000.10', 'contribution', '2026-03-02')
    await fixture.t.make.movement(account.id, '500.00', 'contribution', '2025-12-30')
    await fixture.t.owner.query('select dino.fold_totals()')
    await fixture.t.make.movement(account.id, '0.20', 'contribution', '2026-06-01')
    await fixture.t.make.refresh(client.id)
    const admin = await fixture.t.as('admin')
    const { reason, ...body } = fixture.bodyOf(chooseClients(client), fixture.taker)
    const preview = await admin.call(previewHandover, { body })
    expect(preview).toMatchObject({ needsApproval: true, clients: 1, accounts: 1, capital: '1500.30' })
    expect(preview.givers).toMatchObject([
      { cvl: from.cvl, clients: 1, accounts: 1, capital: '1500.30', credited: '1000.30' },
    ])
    const cvls = (people: readonly { cvl: string }[]) => people.map(({ cvl }) => cvl).sort()
    expect(cvls(preview.gaining)).toEqual([fixture.taker.cvl, fixture.head.cvl].sort())
    expect(cvls(preview.losing)).toEqual([from.cvl, superior.cvl].sort())
  })

  test('offers receivers of the whole prefix, and givers in scope with their clients', async () => {
    const superior = await fixture.somebody('supervisor')
    const from = await fixture.somebody('manager', superior.id)
    await fixture.clientOf(from)
    const { receivers, givers } = await superior.caller.call(getHandoverPeople, {})
    expect(givers).toMatchObject([{ id: from.id, role: 'manager', clients: 1 }])
    expect(receivers.map(({ id }) => id)).toEqual(expect.arrayContaining([fixture.outsider.id, from.id]))
  })
})

test('lists handovers in scope with sums, and filters them by giver and receiver', async () => {
  const one = await fixture.somebody('manager')
  const other = await fixture.somebody('manager')
  const client = await fixture.clientOf(one)
  const { handoverId } = await fixture.propose(one.caller, chooseClients(client), other)
  for (const { caller } of [one, other]) {
    const { rows } = await caller.call(listHandovers.page, { query: {} })
    expect(rows).toMatchObject([{ id: handoverId, state: 'proposed', givers: 1, clients: 1, capital: '0.00' }])
    expect(await caller.call(listHandovers.count, { query: { giver: one.id } })).toMatchObject({ total: 1 })
    expect(await caller.call(listHandovers.count, { query: { receiver: one.id } })).toMatchObject({ total: 0 })
  }
  const options = await other.caller.call(getHandoverFilterOptions, {})
  expect([options.givers.map(({ id }) => id), options.receivers.map(({ id }) => id)]).toEqual([[one.id], [other.id]])
  expect((await fixture.outsider.caller.call(listHandovers.page, { query: { giver: one.id } })).rows).toEqual([])
  const file = await one.caller.send(listHandovers.exportRows, { query: { format: 'csv' } })
  expect(file.body).toContain('2026-06-15 12:00:00;Propuesto;2026-06-15;Gestor')
})

test('refuses acceptance of a handover by its proposer, a supervisor too', async () => {
  const { giver, taker, head } = fixture
  const client = await fixture.clientOf(giver)
  const { approvalId } = await fixture.propose(head.caller, chooseClients(client), taker)
  await expect(fixture.accept(head.caller, approvalId)).rejects.toMatchObject(
    buildExpectedError(409, 'approval.sameAsMaker'),
  )
  expect(await fixture.linksOf(client)).toHaveLength(1)
})

test('refuses the second of two concurrent acceptances of a handover', async () => {
  const { giver, taker, head } = fixture
  const client = await fixture.clientOf(giver)
  const { approvalId } = await fixture.propose(giver.caller, chooseClients(client), taker)
  const sent = { params: { approvalId: approvalId! }, body: {} }
  const responses = await Promise.all([
    taker.caller.send(approveChangeRequest, sent),
    head.caller.send(approveChangeRequest, sent),
  ])
  expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  expect((await fixture.linksOf(client)).length).toBe(2)
})
