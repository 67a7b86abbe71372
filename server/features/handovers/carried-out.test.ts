import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { approve } from '#contract/approvals.ts'
import { firmOfHandovers, noon, refused, these, today } from './test-handovers.ts'

const minute = 60_000
const hour = 60 * minute

type Firm = Awaited<ReturnType<typeof firmOfHandovers>>
let f: Firm
beforeAll(async () => {
  f = await firmOfHandovers()
})
beforeEach(() => {
  f.clock.now = noon
})
afterAll(() => f.t.drop())

const totals = async () => {
  await f.t.owner.query('select dino.fold_totals()')
  const { rows } = await f.t.owner.query(
    'select month::text, manager_id::text, kind, sum(amount)::text as amount from dino.total_month_manager group by 1, 2, 3 order by 1, 2, 3',
  )
  return rows
}
const historyOf = async (clientId: string) =>
  (
    await f.t.owner.query(
      `select action, user_id::text, before ->> 'cvl' as "from", after ->> 'cvl' as "to" from dino.audit_event
        where entity = 'client' and entity_id = $1 order by id`,
      [clientId],
    )
  ).rows

test('past credits stay unchanged after a handover; later ones go to the receiver', async () => {
  const { giver, taker, t } = f
  const client = await f.clientOf(giver)
  const account = await t.make.account({ clientId: client.id })
  await t.make.movement(account.id, '1234.56', 'contribution', '2026-05-04')
  await t.make.movement(account.id, '0.01', 'contribution', '2026-06-03')
  const before = await totals()
  await f.handOver(giver.caller, these(client), taker)
  expect(await totals()).toEqual(before)
  await t.make.movement(account.id, '77.00', 'contribution', '2026-06-15')
  const mine = { month: '2026-06-01', manager_id: taker.id, kind: 'contribution', amount: '77.00' }
  expect(await totals()).toEqual(expect.arrayContaining([...before, mine]))
})

test('the client’s history records a handover under the user who accepted it', async () => {
  const { giver, taker } = f
  const client = await f.clientOf(giver)
  const { approvalId } = await f.propose(giver.caller, these(client), taker)
  await f.accept(taker.caller, approvalId)
  expect(await historyOf(client.id)).toEqual([
    { action: 'client.handedOver', user_id: taker.caller.userId, from: giver.cvl, to: taker.cvl },
  ])
})

test('the first of two concurrent handovers moves the clients, the second skips them', async () => {
  const { giver, taker, head, stranger } = f
  const clients = await Promise.all([f.clientOf(giver), f.clientOf(giver)])
  const [one, two] = [
    await f.propose(giver.caller, these(...clients), taker),
    await f.propose(giver.caller, these(...clients), stranger),
  ]
  const sent = (approvalId: string | null) => ({ params: { approvalId: approvalId! }, body: {} })
  const told = await Promise.all([
    taker.caller.send(approve, sent(one.approvalId)),
    stranger.caller.send(approve, sent(two.approvalId)),
  ])
  expect(told.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  const counts = [await f.detail(head.caller, one.handoverId), await f.detail(head.caller, two.handoverId)].map(
    ({ moved, changed }) => `${moved} ${changed}`,
  )
  expect(counts.sort()).toEqual(['0 2', '2 0'])
  for (const client of clients) expect((await f.linksOf(client)).filter(([, , to]) => to === null)).toHaveLength(1)
})

test('a handover skips a client who was moved meanwhile', async () => {
  const { giver, taker, stranger, head } = f
  const [moved, still] = [await f.clientOf(giver), await f.clientOf(giver)]
  const { approvalId, handoverId } = await f.propose(giver.caller, these(moved, still), taker)
  await f.handOver(giver.caller, these(moved), stranger)
  await f.accept(taker.caller, approvalId)
  expect(await f.detail(head.caller, handoverId)).toMatchObject({ state: 'done', moved: 1, changed: 1 })
  expect((await f.linksOf(moved)).at(-1)).toEqual([stranger.id, today, null])
  expect((await f.linksOf(still)).at(-1)).toEqual([taker.id, today, null])
})

test('closes a link that began today and begins the next on the same day', async () => {
  const { giver, taker, head } = f
  const client = await f.clientOf(giver)
  await f.handOver(giver.caller, these(client), taker)
  await f.handOver(head.caller, these(client), giver)
  expect(await f.linksOf(client)).toEqual([
    [giver.id, '2024-01-15', '2026-06-14'],
    [taker.id, today, today],
    [giver.id, today, null],
  ])
})

describe('undone handovers', () => {
  test('undoes a handover within 24 hours, except for clients who moved on', async () => {
    const { giver, taker, stranger } = f
    const [back, gone] = [await f.clientOf(giver), await f.clientOf(giver)]
    const { handoverId } = await f.handOver(giver.caller, these(back, gone), taker)
    await f.handOver(taker.caller, these(gone), stranger)
    // The clock can't go so far with the same session: what was done, was done so long ago.
    await f.t.owner.query(`update dino.handover set done_at = done_at - interval '23:59' where id = $1`, [handoverId])
    expect(await f.detail(giver.caller, handoverId)).toMatchObject({ mayUndo: true })
    expect(await f.undo(giver.caller, handoverId)).toEqual({ state: 'undone', undone: 1, kept: 1 })
    expect([await f.sees(giver.caller, back), await f.sees(taker.caller, back)]).toEqual([true, false])
    expect(await f.linksOf(back)).toEqual([
      [giver.id, '2024-01-15', null],
      [taker.id, today, today],
    ])
    expect((await f.linksOf(gone)).at(-1)?.[0]).toBe(stranger.id)
    expect((await historyOf(back.id)).at(-1)).toMatchObject({
      ...{ action: 'client.handedBack', from: taker.cvl, to: giver.cvl },
    })
    expect(await f.toldTo(taker.caller)).toContain('handover.undone')
    await expect(f.undo(giver.caller, handoverId)).rejects.toMatchObject(refused(409, 'conflict.changed'))
  })

  test('refuses to undo a handover a minute after 24 hours', async () => {
    const { giver, taker } = f
    const client = await f.clientOf(giver)
    const { handoverId } = await f.handOver(giver.caller, these(client), taker)
    f.clock.now = noon + 24 * hour + minute
    // As somebody who has signed in anew: no session lasts so long.
    const again = await f.t.as('admin')
    expect(await f.detail(again, handoverId)).toMatchObject({ mayUndo: false })
    await expect(f.undo(again, handoverId)).rejects.toMatchObject(refused(409, 'handover.tooLate'))
    expect((await f.linksOf(client)).at(-1)?.[0]).toBe(taker.id)
  })

  test('hides the undo of a handover from all but proposer, receiver and approvers', async () => {
    const boss = await f.somebody('supervisor')
    const from = await f.somebody('manager', boss.id)
    const client = await f.clientOf(from)
    const { handoverId } = await f.handOver(from.caller, these(client), f.taker)
    // The giver's supervisor sees it, and has no say over the receiver.
    expect(await f.detail(boss.caller, handoverId)).toMatchObject({ mayUndo: false })
    for (const { caller } of [boss, f.stranger])
      await expect(f.undo(caller, handoverId)).rejects.toMatchObject(refused(404, 'notFound'))
    expect(await f.undo(f.head.caller, handoverId)).toMatchObject({ undone: 1 })
  })

  test('keeps clients with the receiver on undo when their giver has left the firm', async () => {
    const boss = await f.somebody('supervisor')
    const from = await f.t.make.employee({ supervisorId: boss.id })
    const client = await f.clientOf(from)
    const { handoverId } = await f.handOver(boss.caller, these(client), f.taker)
    await f.t.owner.query(`update dino.employee set terminated_on = '2026-06-14' where id = $1`, [from.id])
    expect(await f.undo(boss.caller, handoverId)).toEqual({ state: 'undone', undone: 0, kept: 1 })
    expect((await f.linksOf(client)).at(-1)?.[0]).toBe(f.taker.id)
  })
})

describe('handovers for a later day', () => {
  const later = { effectiveOn: '2026-06-18' }
  const onTheDay = Date.parse('2026-06-18T06:00:00Z')

  test('several workers carry out a later handover once, and not before its day', async () => {
    const { giver, taker } = f
    const client = await f.clientOf(giver)
    const { approvalId, handoverId } = await f.propose(giver.caller, these(client), taker, later)
    await f.accept(taker.caller, approvalId)
    expect(await f.detail(giver.caller, handoverId)).toMatchObject({ state: 'accepted', mayUndo: true })
    await f.work(noon)
    expect(await f.linksOf(client)).toHaveLength(1)
    await Promise.all([f.work(onTheDay), f.work(onTheDay), f.work(onTheDay)])
    expect(await f.linksOf(client)).toEqual([
      [giver.id, '2024-01-15', '2026-06-17'],
      [taker.id, '2026-06-18', null],
    ])
    expect(await historyOf(client.id)).toMatchObject([{ action: 'client.handedOver', user_id: null }])
    await f.work(onTheDay)
    expect(await f.linksOf(client)).toHaveLength(2)
  })

  test('the receiver withdraws an accepted handover before its day', async () => {
    const { giver, taker } = f
    const client = await f.clientOf(giver)
    const { approvalId, handoverId } = await f.propose(giver.caller, these(client), taker, later)
    await f.accept(taker.caller, approvalId)
    expect(await f.undo(taker.caller, handoverId)).toEqual({ state: 'withdrawn', undone: 0, kept: 0 })
    await f.work(onTheDay)
    expect(await f.linksOf(client)).toHaveLength(1)
  })

  test('a later handover fails with a notification when its receiver has left', async () => {
    const { giver, taker, somebody, t } = f
    const leaver = await somebody('manager')
    const [lost, kept] = [await f.clientOf(giver), await f.clientOf(giver)]
    const one = await f.propose(giver.caller, these(lost), leaver, later)
    const two = await f.propose(giver.caller, these(kept), taker, later)
    await f.accept(leaver.caller, one.approvalId)
    await f.accept(taker.caller, two.approvalId)
    await t.owner.query(`update dino.employee set terminated_on = '2026-06-17' where id = $1`, [leaver.id])
    await f.toldTo(giver.caller)
    expect(await f.work(onTheDay)).toEqual([])
    expect(await f.toldTo(giver.caller)).toContain('handover.failed')
    const admin = await t.as('admin')
    expect(await f.detail(admin, one.handoverId)).toMatchObject({ state: 'failed' })
    expect(await f.linksOf(lost)).toHaveLength(1)
    expect((await f.linksOf(kept)).at(-1)?.[0]).toBe(taker.id)
  })
})

test('proposes, accepts and undoes a handover of 5,000 clients', async () => {
  const { t, taker } = f
  const boss = await f.somebody('supervisor')
  const from = await f.somebody('manager', boss.id)
  const zone = await t.make.zone()
  await t.owner.query(
    `with made as (
       insert into dino.client (cvl, name, surname, country, registered_on, zone_id)
       select dino.next_cvl('D'), 'Ana', 'Masa', 'ES', '2024-01-15', $1 from generate_series(1, 5000) returning id, cvl),
     linked as (insert into dino.client_staff (client_id, employee_id, role, valid_from) select id, $2, 'manager', '2024-01-15' from made)
     insert into dino.client_search (client_id, name_text, cvl_text, email_text, phone_text, identity_text, bank_text)
     select id, 'masa ana', lower(cvl), '', '', '', '' from made`,
    [zone.id, from.id],
  )
  await t.owner.query(
    'select dino.refresh_client_list(array(select client_id from dino.client_staff where employee_id = $1))',
    [from.id],
  )
  await t.owner.query('analyze dino.client, dino.client_staff, dino.client_list, dino.client_search')
  const all = { by: 'giver', giverId: from.id } as const
  const { approvalId, handoverId } = await f.propose(boss.caller, all, taker)
  await f.accept(taker.caller, approvalId)
  expect(await f.detail(boss.caller, handoverId)).toMatchObject({ moved: 5000, clients: 5000 })
  expect(await f.undo(taker.caller, handoverId)).toMatchObject({ undone: 5000 })
})
