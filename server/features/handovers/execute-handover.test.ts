import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { approveChangeRequest } from '#contract/approvals.ts'
import { getSituation } from '#contract/figures.ts'
import { isFullTestRun } from '#test/harness/circles.ts'
import { buildExpectedError, chooseClients, createHandoverFixture, noonMs, today } from './test-handovers.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

type Firm = Awaited<ReturnType<typeof createHandoverFixture>>
let fixture: Firm
beforeAll(async () => {
  fixture = await createHandoverFixture()
})
beforeEach(() => {
  fixture.clock.now = noonMs
})
afterAll(() => fixture.t.drop())

const findMonthTotals = async () => {
  await fixture.t.owner.query('select dino.fold_totals()')
  const { rows } = await fixture.t.owner.query(
    'select month::text, manager_id::text, kind, sum(amount)::text as amount from dino.total_month_manager group by 1, 2, 3 order by 1, 2, 3',
  )
  return rows
}
const findClientAuditEvents = async (clientId: string) =>
  (
    await fixture.t.owner.query(
      `select action, user_id::text, before ->> 'cvl' as "from", after ->> 'cvl' as "to" from dino.audit_event
        where entity = 'client' and entity_id = $1 order by id`,
      [clientId],
    )
  ).rows

test('past credits stay unchanged after a handover; later ones go to the receiver', async () => {
  const { giver, taker, t } = fixture
  const client = await fixture.clientOf(giver)
  const account = await t.make.account({ clientId: client.id })
  await t.make.movement(account.id, '1234.56', 'contribution', '2026-05-04')
  await t.make.movement(account.id, '0.01', 'contribution', '2026-06-03')
  const before = await findMonthTotals()
  await fixture.handOver(giver.caller, chooseClients(client), taker)
  expect(await findMonthTotals()).toEqual(before)
  await t.make.movement(account.id, '77.00', 'contribution', '2026-06-15')
  const mine = { month: '2026-06-01', manager_id: taker.id, kind: 'contribution', amount: '77.00' }
  expect(await findMonthTotals()).toEqual(expect.arrayContaining([...before, mine]))
})

test('the client’s history records a handover under the user who accepted it', async () => {
  const { giver, taker } = fixture
  const client = await fixture.clientOf(giver)
  const { approvalId } = await fixture.propose(giver.caller, chooseClients(client), taker)
  await fixture.accept(taker.caller, approvalId)
  expect(await findClientAuditEvents(client.id)).toEqual([
    { action: 'client.handedOver', user_id: taker.caller.userId, from: giver.cvl, to: taker.cvl },
  ])
})

test('the first of two concurrent handovers moves the clients, the second skips them', async () => {
  const { giver, taker, head, outsider } = fixture
  const clients = await Promise.all([fixture.clientOf(giver), fixture.clientOf(giver)])
  const one = await fixture.propose(giver.caller, chooseClients(...clients), taker)
  const two = await fixture.propose(giver.caller, chooseClients(...clients), outsider)
  const sent = (approvalId: string | null) => ({ params: { approvalId: approvalId! }, body: {} })
  const responses = await Promise.all([
    taker.caller.send(approveChangeRequest, sent(one.approvalId)),
    outsider.caller.send(approveChangeRequest, sent(two.approvalId)),
  ])
  expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  const counts = [
    await fixture.detail(head.caller, one.handoverId),
    await fixture.detail(head.caller, two.handoverId),
  ].map(({ moved, changed }) => `${moved} ${changed}`)
  expect(counts.sort()).toEqual(['0 2', '2 0'])
  for (const client of clients)
    expect((await fixture.linksOf(client)).filter(([, , to]) => to === null)).toHaveLength(1)
})

test('a handover skips a client who was moved meanwhile', async () => {
  const { giver, taker, outsider, head } = fixture
  const moved = await fixture.clientOf(giver)
  const still = await fixture.clientOf(giver)
  const { approvalId, handoverId } = await fixture.propose(giver.caller, chooseClients(moved, still), taker)
  await fixture.handOver(giver.caller, chooseClients(moved), outsider)
  await fixture.accept(taker.caller, approvalId)
  expect(await fixture.detail(head.caller, handoverId)).toMatchObject({ state: 'done', moved: 1, changed: 1 })
  expect((await fixture.linksOf(moved)).at(-1)).toEqual([outsider.id, today, null])
  expect((await fixture.linksOf(still)).at(-1)).toEqual([taker.id, today, null])
})

test('closes a link that began today and begins the next on the same day', async () => {
  const { giver, taker, head } = fixture
  const client = await fixture.clientOf(giver)
  await fixture.handOver(giver.caller, chooseClients(client), taker)
  await fixture.handOver(head.caller, chooseClients(client), giver)
  expect(await fixture.linksOf(client)).toEqual([
    [giver.id, '2024-01-15', '2026-06-14'],
    [taker.id, today, today],
    [giver.id, today, null],
  ])
})

describe('undone handovers', () => {
  test('undoes a handover within 24 hours, except for clients who moved on', async () => {
    const { giver, taker, outsider } = fixture
    const back = await fixture.clientOf(giver)
    const gone = await fixture.clientOf(giver)
    const { handoverId } = await fixture.handOver(giver.caller, chooseClients(back, gone), taker)
    await fixture.handOver(taker.caller, chooseClients(gone), outsider)
    // The clock can't go so far with the same session: what was done, was done so long ago.
    await fixture.t.owner.query(`update dino.handover set done_at = done_at - interval '23:59' where id = $1`, [
      handoverId,
    ])
    expect(await fixture.detail(giver.caller, handoverId)).toMatchObject({ mayUndo: true })
    expect(await fixture.undo(giver.caller, handoverId)).toEqual({ state: 'undone', undone: 1, kept: 1 })
    expect([await fixture.sees(giver.caller, back), await fixture.sees(taker.caller, back)]).toEqual([true, false])
    expect(await fixture.linksOf(back)).toEqual([[giver.id, '2024-01-15', null]])
    expect((await fixture.linksOf(gone)).at(-1)?.[0]).toBe(outsider.id)
    expect((await findClientAuditEvents(back.id)).at(-1)).toMatchObject({
      action: 'client.handedBack',
      from: taker.cvl,
      to: giver.cvl,
    })
    expect(await fixture.toldTo(taker.caller)).toContain('handover.undone')
    await expect(fixture.undo(giver.caller, handoverId)).rejects.toMatchObject(
      buildExpectedError(409, 'conflict.changed'),
    )
  })

  test('an undone handover of a role nobody had moves no money that day', async () => {
    const { t, giver, head } = fixture
    const adviser = await fixture.somebody('advisor', head.id)
    const client = await fixture.clientOf(giver)
    const account = await t.make.account({ clientId: client.id })
    await t.make.movement(account.id, '500.00')
    const toAdviser = { role: 'advisor' } as const
    const { handoverId } = await fixture.handOver(giver.caller, chooseClients(client), adviser, toAdviser)
    await fixture.undo(giver.caller, handoverId)
    const { situation } = await fixture.head.caller.call(getSituation, {
      query: { range: 'custom', from: today, to: today, of: adviser.id },
    })
    expect([situation.opening, situation.closing]).toEqual(['0.00', '0.00'])
    expect(situation.lines.filter(({ amount }) => amount !== '0.00')).toEqual([])
  })

  test('refuses to undo a handover a minute after 24 hours', async () => {
    const { giver, taker } = fixture
    const client = await fixture.clientOf(giver)
    const { handoverId } = await fixture.handOver(giver.caller, chooseClients(client), taker)
    fixture.clock.now = noonMs + 24 * hourMs + minuteMs
    // As somebody who has signed in anew: no session lasts so long.
    const again = await fixture.t.as('admin')
    expect(await fixture.detail(again, handoverId)).toMatchObject({ mayUndo: false })
    await expect(fixture.undo(again, handoverId)).rejects.toMatchObject(buildExpectedError(409, 'handover.tooLate'))
    expect((await fixture.linksOf(client)).at(-1)?.[0]).toBe(taker.id)
  })

  test('hides the undo of a handover from all but proposer, receiver and approvers', async () => {
    const superior = await fixture.somebody('supervisor')
    const from = await fixture.somebody('manager', superior.id)
    const client = await fixture.clientOf(from)
    const { handoverId } = await fixture.handOver(from.caller, chooseClients(client), fixture.taker)
    // The giver's supervisor sees it, and has no say over the receiver.
    expect(await fixture.detail(superior.caller, handoverId)).toMatchObject({ mayUndo: false })
    for (const { caller } of [superior, fixture.outsider])
      await expect(fixture.undo(caller, handoverId)).rejects.toMatchObject(buildExpectedError(404, 'notFound'))
    expect(await fixture.undo(fixture.head.caller, handoverId)).toMatchObject({ undone: 1 })
  })

  test('keeps clients with the receiver on undo when their giver has left the firm', async () => {
    const superior = await fixture.somebody('supervisor')
    const from = await fixture.t.make.employee({ supervisorId: superior.id })
    const client = await fixture.clientOf(from)
    const { handoverId } = await fixture.handOver(superior.caller, chooseClients(client), fixture.taker)
    await fixture.t.owner.query(`update dino.employee set terminated_on = '2026-06-14' where id = $1`, [from.id])
    expect(await fixture.undo(superior.caller, handoverId)).toEqual({ state: 'undone', undone: 0, kept: 1 })
    expect((await fixture.linksOf(client)).at(-1)?.[0]).toBe(fixture.taker.id)
  })
})

describe('handovers for a later day', () => {
  const later = { effectiveOn: '2026-06-18' }
  const onTheDay = Date.parse('2026-06-18T06:00:00Z')

  test('several workers carry out a later handover once, and not before its day', async () => {
    const { giver, taker } = fixture
    const client = await fixture.clientOf(giver)
    const { approvalId, handoverId } = await fixture.propose(giver.caller, chooseClients(client), taker, later)
    await fixture.accept(taker.caller, approvalId)
    expect(await fixture.detail(giver.caller, handoverId)).toMatchObject({ state: 'accepted', mayUndo: true })
    await fixture.work(noonMs)
    expect(await fixture.linksOf(client)).toHaveLength(1)
    await Promise.all([fixture.work(onTheDay), fixture.work(onTheDay), fixture.work(onTheDay)])
    expect(await fixture.linksOf(client)).toEqual([
      [giver.id, '2024-01-15', '2026-06-17'],
      [taker.id, '2026-06-18', null],
    ])
    expect(await findClientAuditEvents(client.id)).toMatchObject([{ action: 'client.handedOver', user_id: null }])
    await fixture.work(onTheDay)
    expect(await fixture.linksOf(client)).toHaveLength(2)
  })

  test('the receiver withdraws an accepted handover before its day', async () => {
    const { giver, taker } = fixture
    const client = await fixture.clientOf(giver)
    const { approvalId, handoverId } = await fixture.propose(giver.caller, chooseClients(client), taker, later)
    await fixture.accept(taker.caller, approvalId)
    expect(await fixture.undo(taker.caller, handoverId)).toEqual({ state: 'withdrawn', undone: 0, kept: 0 })
    await fixture.work(onTheDay)
    expect(await fixture.linksOf(client)).toHaveLength(1)
  })

  test('a later handover fails with a notification when its receiver has left', async () => {
    const { giver, taker, somebody, t } = fixture
    const leaver = await somebody('manager')
    const lost = await fixture.clientOf(giver)
    const kept = await fixture.clientOf(giver)
    const one = await fixture.propose(giver.caller, chooseClients(lost), leaver, later)
    const two = await fixture.propose(giver.caller, chooseClients(kept), taker, later)
    await fixture.accept(leaver.caller, one.approvalId)
    await fixture.accept(taker.caller, two.approvalId)
    await t.owner.query(`update dino.employee set terminated_on = '2026-06-17' where id = $1`, [leaver.id])
    await fixture.toldTo(giver.caller)
    expect(await fixture.work(onTheDay)).toEqual([])
    expect(await fixture.toldTo(giver.caller)).toContain('handover.failed')
    const admin = await t.as('admin')
    expect(await fixture.detail(admin, one.handoverId)).toMatchObject({ state: 'failed' })
    expect(await fixture.linksOf(lost)).toHaveLength(1)
    expect((await fixture.linksOf(kept)).at(-1)?.[0]).toBe(taker.id)
  })
})

/** Several parts of a handover; all that the largest manager could have, in the full suite. */
const manyClients = isFullTestRun ? 5000 : 1200

test('proposes, accepts and undoes a handover of many clients', async () => {
  const { t, taker } = fixture
  const superior = await fixture.somebody('supervisor')
  const from = await fixture.somebody('manager', superior.id)
  const zone = await t.make.zone()
  await t.owner.query(
    `with made as (
       insert into dino.client (cvl, name, surname, country, registered_on, zone_id)
       select dino.next_cvl('D'), 'Ana', 'Masa', 'ES', '2024-01-15', $1 from generate_series(1, $3) returning id, cvl),
     linked as (insert into dino.client_staff (client_id, employee_id, role, valid_from) select id, $2, 'manager', '2024-01-15' from made)
     insert into dino.client_search (client_id, name_text, cvl_text, email_text, phone_text, identity_text, bank_text)
     select id, 'masa ana', lower(cvl), '', '', '', '' from made`,
    [zone.id, from.id, manyClients],
  )
  await t.owner.query(
    'select dino.refresh_client_list(array(select client_id from dino.client_staff where employee_id = $1))',
    [from.id],
  )
  await t.owner.query('analyze dino.client, dino.client_staff, dino.client_list, dino.client_search')
  const all = { by: 'giver', giverId: from.id } as const
  const { approvalId, handoverId } = await fixture.propose(superior.caller, all, taker)
  await fixture.accept(taker.caller, approvalId)
  expect(await fixture.detail(superior.caller, handoverId)).toMatchObject({ moved: manyClients, clients: manyClients })
  expect(await fixture.undo(taker.caller, handoverId)).toMatchObject({ undone: manyClients })
})
