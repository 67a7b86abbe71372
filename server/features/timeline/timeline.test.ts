import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { blockClient } from '#contract/client-blocks.ts'
import { addComment } from '#contract/records.ts'
import { getClientTimeline, type TimelineEntry, type TimelineKind, timelineKinds } from '#contract/timeline.ts'
import { readTableReads } from '#test/harness/rows-read.ts'
import { createTestTenant } from '#test/harness/tenant.ts'

type Tenant = Awaited<ReturnType<typeof createTestTenant>>
type Caller = Awaited<ReturnType<Tenant['as']>>
let t: Tenant
let manager: Caller
let outsider: Caller
let direction: Caller
let employees: { mine: { id: string }; other: { id: string } }
let client: { id: string; cvl: string }
let accountId: string

beforeAll(async () => {
  t = await createTestTenant('dino')
  const mine = await t.make.employee({ name: 'Marta' })
  const other = await t.make.employee({ name: 'Olga' })
  employees = { mine, other }
  manager = await t.as('manager', mine.cvl)
  outsider = await t.as('manager', other.cvl)
  direction = await t.as('direction')
  client = await t.make.client({ staff: { manager: mine.id } })
  accountId = (await t.make.account({ clientId: client.id })).id
  await t.make.movement(accountId, '1500.00', 'contribution', '2026-03-02')
  await t.make.movement(accountId, '-200.00', 'withdrawal', '2026-04-10')
  await t.owner.query(
    `insert into dino.client_notice (client_id, account_id, kind, about_id, about_on, amount, state, queued_at, sent_at, recipient, idioma)
     values ($1, $2, 'contribution', 1, '2026-03-02', 1500, 'sent', '2026-03-02T09:00:00Z', '2026-03-02T09:01:00Z', 'a@b.example', 'es')`,
    [client.id, accountId],
  )
  await t.owner.query(
    `insert into dino.call (client_id, called_on, duration_seconds, outcome, sold) values ($1, '2026-02-01', 60, 'Interesada en Smart', false)`,
    [client.id],
  )
  const { rows } = await t.owner.query(
    `insert into dino.handover (role, to_id, from_ids, clients, capital, effective_on, reason, state, proposed_by, proposer_id, proposed_at)
     values ('manager', $1, array[$2::bigint], 1, 0, '2026-05-01', 'Cambio', 'done', $3, $2, '2026-05-01T08:00:00Z') returning id`,
    [mine.id, other.id, direction.userId],
  )
  await t.owner.query(`insert into dino.handover_client (handover_id, client_id, from_id) values ($1, $2, $3)`, [
    rows[0].id,
    client.id,
    other.id,
  ])
})
afterAll(() => t.drop())

const fetchTimeline = (caller: Caller, query: object = {}, clientId = client.id) =>
  caller.call(getClientTimeline, { params: { clientId }, query })
const listKinds = (entries: readonly TimelineEntry[]): TimelineKind[] => [...new Set(entries.map(({ kind }) => kind))]
const note = (caller: Caller, body: string, recordId = client.id) =>
  caller.call(addComment, { params: { entity: 'client', recordId }, body: { body } })

describe('the timeline of a client', () => {
  test('shows entries of every kind newest first, each with its page', async () => {
    await note(manager, 'Prefiere que la llamen por la tarde')
    await manager.call(blockClient, {
      params: { clientId: client.id },
      body: { kind: 'legal', reason: 'Requerimiento secretísimo', expectedEnd: null },
    })
    const { entries, next, kinds } = await fetchTimeline(direction)
    expect(next).toBeNull()
    expect(kinds).toEqual([...timelineKinds])
    expect(listKinds(entries).sort()).toEqual(['approval', 'call', 'handover', 'movement', 'note', 'notice'])
    expect(entries.map(({ at }) => Date.parse(at))).toEqual(
      entries.map(({ at }) => Date.parse(at)).sort((a, b) => b - a),
    )
    const byKind = new Map(entries.map((entry) => [entry.kind, entry]))
    expect(byKind.get('note')).toMatchObject({
      text: 'Prefiere que la llamen por la tarde',
      personName: manager.username,
      path: `/clientes/${client.id}?panel=comments`,
    })
    expect(byKind.get('movement')).toMatchObject({ what: 'contribution', amount: '1500.00', isDay: true })
    expect(byKind.get('notice')).toMatchObject({ what: 'contribution', state: 'sent', amount: '1500.00' })
    expect(byKind.get('call')).toMatchObject({ what: 'made', text: 'Interesada en Smart', path: null })
    expect(byKind.get('handover')).toMatchObject({ what: 'manager', state: 'done', text: 'Olga → Marta' })
    expect(byKind.get('approval')).toMatchObject({ what: 'clientBlock', state: 'pending' })
  })

  test('never shows the reason of a legal block', async () => {
    for (const caller of [manager, direction]) {
      const answered = await caller.send(getClientTimeline, { params: { clientId: client.id } })
      expect(answered.body).not.toContain('secretísimo')
      expect((await fetchTimeline(caller, { search: 'secretisimo' })).entries).toEqual([])
    }
  })

  test('leads to the journal or the account, as far as the caller may go', async () => {
    const pathFor = async (caller: Caller) =>
      (await fetchTimeline(caller, { kind: 'movement', limit: '1' })).entries[0]!.path
    expect(await pathFor(manager)).toBe(`/clientes/${client.id}/cuentas/${accountId}`)
    expect(await pathFor(direction)).toMatch(/^\/crm\/Contabilidad\/asientos\/\d+$/)
  })

  test('answers 404 for a client out of scope, whatever is asked', async () => {
    for (const query of [{}, { kind: 'movement' }, { search: 'zzz' }])
      await expect(fetchTimeline(outsider, query)).rejects.toMatchObject({ status: 404, code: 'notFound' })
    await expect(fetchTimeline(direction, {}, '999999999')).rejects.toMatchObject({ status: 404, code: 'notFound' })
  })

  test('leaves out kinds whose module the caller may not look at', async () => {
    const investments = await t.as('investments')
    const { kinds, entries } = await fetchTimeline(investments)
    expect(kinds).not.toContain('notice')
    expect(listKinds(entries)).not.toContain('notice')
    expect((await fetchTimeline(investments, { kind: 'notice' })).entries).toEqual([])
  })

  test('shows no handover and no approval that the caller could not open', async () => {
    const partnerRecord = await t.make.employee({ name: 'Pau', position: 'partner' })
    await t.owner.query(
      `insert into dino.client_staff (client_id, employee_id, role, valid_from) values ($1, $2, 'partner', '2024-01-15')`,
      [client.id, partnerRecord.id],
    )
    await t.make.refresh(client.id)
    const { entries } = await fetchTimeline(await t.as('partner', partnerRecord.cvl))
    expect(listKinds(entries)).not.toContain('approval')
    expect(listKinds(entries)).not.toContain('handover')
    expect(listKinds(entries)).toContain('movement')
  })

  test('shows no movement of an account on which the client is only authorised', async () => {
    const authorised = await t.make.client({ staff: { manager: employees.mine.id } })
    await t.owner.query(
      `insert into dino.account_holder (account_id, client_id, role, share) values ($1, $2, 'authorised', null)`,
      [accountId, authorised.id],
    )
    expect((await fetchTimeline(manager, {}, authorised.id)).entries).toEqual([])
  })
})

describe('filters of the timeline', () => {
  test('several kinds, days and words narrow the entries together', async () => {
    expect(listKinds((await fetchTimeline(direction, { kind: 'movement,call' })).entries)).toEqual(['movement', 'call'])
    const march = await fetchTimeline(direction, { from: '2026-03-02', to: '2026-03-02' })
    expect(listKinds(march.entries).sort()).toEqual(['movement', 'notice'])
    expect((await fetchTimeline(direction, { search: 'interesada SMART' })).entries).toMatchObject([{ kind: 'call' }])
    expect((await fetchTimeline(direction, { search: 'retirada' })).entries).toMatchObject([{ what: 'withdrawal' }])
    expect((await fetchTimeline(direction, { search: 'aportacion', kind: 'movement' })).entries).toMatchObject([
      { amount: '1500.00' },
    ])
    expect((await fetchTimeline(direction, { from: '2030-01-01' })).entries).toEqual([])
  })

  test.each(['%', '_', "'; drop table client; --", '\\', '🙂'])('searches for %j as it is written', async (search) => {
    expect((await fetchTimeline(direction, { search })).entries).toEqual([])
    await note(manager, `antes ${search} después`)
    expect((await fetchTimeline(direction, { search })).entries).toHaveLength(1)
  })

  test.each([
    { kind: 'movement,nothing' },
    { before: '2026' },
    { before: '2026-01-01T00:00:00.000000Z~nothing~1~0' },
    { limit: '51' },
    { from: '2026-13-01' },
    { search: '\u0000' },
    { more: '1' },
  ])('refuses a timeline with %j', async (query) => {
    await expect(fetchTimeline(direction, query)).rejects.toMatchObject({ status: 400, code: 'request.invalid' })
  })
})

test('pages of a timeline have each entry once, also where all have one instant', async () => {
  const crowded = await t.make.client({ staff: { manager: employees.mine.id } })
  const account = await t.make.account({ clientId: crowded.id })
  for (let n = 0; n < 4; n++) await t.make.movement(account.id, '10.00', 'contribution', '2026-03-02')
  for (let n = 0; n < 4; n++) await note(manager, `Nota ${n}`, crowded.id)
  // The first moment of that day in Madrid: entries of days and of instants meet there.
  await t.owner.query(`update dino.record_comment set created_at = '2026-03-01T23:00:00Z' where entity_id = $1`, [
    crowded.id,
  ])
  await t.owner.query(
    `insert into dino.call (client_id, called_on, duration_seconds, outcome, sold)
     select $1, '2026-03-02', 60, '', false from generate_series(1, 4)`,
    [crowded.id],
  )
  const all = (await fetchTimeline(direction, { limit: '50', kind: 'movement,note,call' }, crowded.id)).entries
  expect(all).toHaveLength(12)
  for (const limit of ['1', '3', '5']) {
    const seen: string[] = []
    let before: string | null = null
    do {
      const page: Awaited<ReturnType<typeof fetchTimeline>> = await fetchTimeline(
        direction,
        { limit, kind: 'movement,note,call', ...(before !== null && { before }) },
        crowded.id,
      )
      seen.push(...page.entries.map(({ id }) => id))
      before = page.next
    } while (before !== null)
    expect(seen).toEqual(all.map(({ id }) => id))
  }
})

test('a page reads no more of a long history than it shows', async () => {
  const crowded = await t.make.client({ staff: { manager: employees.mine.id } })
  await t.owner.query(
    `insert into dino.record_comment (entity, entity_id, body, user_id, created_at)
     select 'client', $1, 'Comentario ' || n, $2, timestamptz '2026-01-01' + n * interval '1 minute' from generate_series(1, 4000) n`,
    [crowded.id, manager.userId],
  )
  await t.owner.query(
    `insert into dino.call (client_id, called_on, duration_seconds, outcome, sold)
     select $1, date '2015-01-01' + n, 60, '', false from generate_series(1, 4000) n`,
    [crowded.id],
  )
  await t.owner.query(
    `insert into dino.audit_event (at, user_id, action, entity, entity_id)
     select timestamptz '2026-01-01' + n * interval '1 minute', $2, 'client.changed', 'client', $1 from generate_series(1, 4000) n`,
    [crowded.id, manager.userId],
  )
  await t.owner.query('analyze dino.record_comment, dino.call, dino.audit_event')
  const { next } = await fetchTimeline(direction, { limit: '20' }, crowded.id)
  for (const query of [{ limit: '20' }, { limit: '20', before: next! }, { limit: '20', to: '2026-01-02' }]) {
    const before = await readTableReads(t)
    expect((await fetchTimeline(direction, query, crowded.id)).entries).toHaveLength(20)
    const after = await readTableReads(t)
    for (const table of ['record_comment', 'call', 'audit_event']) {
      const read = after.get(table)!.entries - before.get(table)!.entries
      expect({ table, query, isBounded: read <= 100, read }).toMatchObject({ isBounded: true })
    }
  }
})
