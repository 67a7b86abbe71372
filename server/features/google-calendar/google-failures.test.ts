import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findDirectoryPeople } from '#contract/google-calendar.ts'
import { findSlots, getAgenda } from '#contract/meetings.ts'
import { googleEvent } from '#test/harness/google-stand-in.ts'
import { connect, createGoogleFixture, type GoogleFixture, state, week } from './test-google-calendar.ts'

let f: GoogleFixture
beforeAll(async () => {
  f = await createGoogleFixture()
})
afterAll(() => f?.close())
beforeEach(() => f.reset())

describe('a Google that fails', () => {
  test('reads changes by their token, and all of it when that is too old', async () => {
    f.google.standIn.put(f.callers.manager.email, googleEvent('e', '2026-06-16', '08:00', '09:00'))
    await f.connectAndSync(f.callers.manager)
    f.google.standIn.put(
      f.callers.manager.email,
      googleEvent('e', '2026-06-16', '08:00', '09:00', { status: 'cancelled' }),
    )
    await f.syncAgain(f.callers.manager)
    const ids = async () => (await week(f.callers.manager)).events.map(({ id }) => id)
    expect(await ids()).not.toContain('e')
    f.google.standIn.put(f.callers.manager.email, googleEvent('f', '2026-06-16', '08:00', '09:00'))
    f.google.standIn.setMode('gone')
    await f.syncAgain(f.callers.manager)
    expect(await ids()).toContain('f')
    expect((await state(f.callers.manager))?.problem).toBeNull()
  })

  test.each([
    ['rateLimited', 'limited'],
    ['tooManyRequests', 'limited'],
    ['down', 'unreachable'],
    ['half', 'unreachable'],
  ] as const)('%s: the agenda shows what was known, and waits longer each time', async (mode, problem) => {
    f.google.standIn.put(f.callers.manager.email, googleEvent('g', '2026-06-16', '07:00', '08:00'))
    await f.connectAndSync(f.callers.manager)
    f.google.standIn.put(f.callers.manager.email, googleEvent('h', '2026-06-16', '07:00', '08:00'))
    f.google.standIn.setMode(mode)
    await f.syncAgain(f.callers.manager)
    const first = await state(f.callers.manager)
    expect(first).toMatchObject({ state: 'connected', problem })
    expect(f.logged).toHaveLength(1)
    const found = await week(f.callers.manager)
    expect(found).toMatchObject({ knowledge: 'stale', problem })
    expect(found.events.map(({ id }) => id)).toContain('g')
    expect(Date.parse(first!.nextSyncAt!) - f.clock.now - f.clock.ahead).toBeGreaterThanOrEqual(30_000)
    await f.sync(f.callers.manager)
    expect(f.logged, 'nobody asks before it is time').toHaveLength(1)
    f.google.standIn.setMode('well')
    await f.syncAgain(f.callers.manager)
    expect(await state(f.callers.manager)).toMatchObject({ state: 'connected', problem: null })
    expect((await week(f.callers.manager)).events.map(({ id }) => id)).toContain('h')
  })

  test('an access token that isn’t taken is asked for anew, once', async () => {
    await f.connectAndSync(f.callers.manager)
    f.google.standIn.setMode('unauthorized', 1)
    await f.syncAgain(f.callers.manager)
    expect(await state(f.callers.manager)).toMatchObject({ state: 'connected', problem: null })
  })

  test.each([
    ['unauthorized', 'revoked'],
    ['forbidden', 'scope'],
  ] as const)('%s: the person is told to connect again and sees what was known', async (mode, problem) => {
    f.google.standIn.put(f.callers.manager.email, googleEvent('i', '2026-06-16', '07:00', '08:00'))
    await f.connectAndSync(f.callers.manager)
    f.google.standIn.setMode(mode)
    await f.syncAgain(f.callers.manager)
    expect(await state(f.callers.manager)).toMatchObject({ state: 'reconnect', problem, nextSyncAt: null })
    expect(await week(f.callers.manager)).toMatchObject({ knowledge: 'stale', problem })
    const { rows } = await f.t.owner.query(
      `select params from registry.notification where user_id = $1 and kind = 'googleCalendar.lost'`,
      [f.callers.manager.userId],
    )
    expect(rows.at(-1)).toEqual({ params: { email: f.callers.manager.email } })
    f.google.standIn.setMode('well')
    await f.connectAndSync(f.callers.manager)
    expect(await state(f.callers.manager)).toMatchObject({ state: 'connected', problem: null })
  })

  test.each(['unauthorized', 'revoked'] as const)('%s: a withdrawn consent leaves what was known', async (mode) => {
    const many = Array.from({ length: 700 }, (_, n) => googleEvent(`m${n}`, '2026-06-20', '10:00', '11:00'))
    f.google.standIn.put(f.callers.manager.email, ...many)
    await f.connectAndSync(f.callers.manager)
    expect((await state(f.callers.manager))?.events).toBeGreaterThanOrEqual(700)
    f.clock.ahead += 8 * 86_400_000
    f.google.standIn.setMode(mode)
    await f.sync(f.callers.manager)
    expect(await state(f.callers.manager)).toMatchObject({ state: 'reconnect', problem: 'revoked' })
    expect((await state(f.callers.manager))?.events).toBeGreaterThanOrEqual(700)
  })

  test('ten thousand events are read page by page', async () => {
    const many = Array.from({ length: 10_000 }, (_, n) => googleEvent(`n${n}`, '2026-07-01', '10:00', '11:00'))
    f.google.standIn.put(f.callers.colleague.email, ...many)
    const before = f.google.standIn.calls.length
    await f.connectAndSync(f.callers.colleague)
    expect((await state(f.callers.colleague))?.events).toBe(10_000)
    expect(f.google.standIn.calls.slice(before).filter((call) => call.endsWith('/events'))).toHaveLength(20)
    f.google.standIn.put(f.callers.colleague.email, ...many.map((one) => ({ ...one, status: 'cancelled' })))
    await f.syncAgain(f.callers.colleague)
    expect((await state(f.callers.colleague))?.events).toBe(0)
  })

  test('an event that nobody can keep keeps no other from being read', async () => {
    const at = (dateTime: string) => ({ start: { dateTime }, end: { dateTime } })
    f.google.standIn.put(
      f.callers.manager.email,
      { id: 'noDay', status: 'confirmed', start: { date: '2026-02-31' }, end: { date: '2026-03-01' } },
      { id: 'tooLate', status: 'confirmed', ...at('9999-12-31T23:30:00-05:00') },
      { id: 'tooEarly', status: 'confirmed', ...at('0000-06-01T10:00:00Z') },
      googleEvent('named', '2026-06-16', '07:00', '08:00', { iCalUID: `${'a'.repeat(299)}😀@example.com` }),
      googleEvent('zero', '2026-06-16', '07:00', '08:00', { iCalUID: 'a\0b' }),
    )
    await f.connectAndSync(f.callers.manager)
    expect(await state(f.callers.manager)).toMatchObject({ state: 'connected', problem: null })
    const ids = (await week(f.callers.manager)).events.map(({ id }) => id)
    expect(ids).toEqual(expect.arrayContaining(['named', 'zero']))
    expect(ids.filter((id) => id.startsWith('too') || id === 'noDay')).toEqual([])
    const cancelled = ['noDay', 'tooLate', 'tooEarly', 'named', 'zero'].map((id) =>
      googleEvent(id, '2026-06-16', '07:00', '08:00', { status: 'cancelled' }),
    )
    f.google.standIn.put(f.callers.manager.email, ...cancelled)
  })

  test('the agenda and the slots are answered while Google tells nothing', async () => {
    await f.connectAndSync(f.callers.supervisor)
    f.google.standIn.setMode('down')
    const query = { employees: f.employees.manager, from: '2026-06-23', days: 1, minutes: 30 }
    const found = await f.callers.supervisor.call(findSlots, { query: query as never })
    expect(found.slots.length).toBeGreaterThan(0)
    expect(found.withoutGoogle).toHaveLength(1)
    expect(await week(f.callers.supervisor, f.employees.manager)).toMatchObject({
      knowledge: 'unknown',
      problem: 'unreachable',
      events: [],
    })
    await f.callers.supervisor.call(getAgenda, { query: { from: '2026-06-15', days: 7 } })
    expect(await f.callers.supervisor.call(findDirectoryPeople, { query: { q: 'marta' } })).toEqual({
      people: [],
      problem: 'unreachable',
    })
  })

  test('connecting anew forgets what was read by the connection before', async () => {
    await f.connectAndSync(f.callers.manager)
    const { rows } = await f.t.owner.query('select connection_id from dino.google_connection where user_id = $1', [
      f.callers.manager.userId,
    ])
    await connect(f.callers.manager)
    const { rows: after } = await f.t.owner.query(
      'select connection_id from dino.google_connection where user_id = $1',
      [f.callers.manager.userId],
    )
    expect(after[0].connection_id).not.toBe(rows[0].connection_id)
    expect((await state(f.callers.manager))?.events).toBe(0)
  })

  test('whoever leaves has no calendar read any more', async () => {
    await f.connectAndSync(f.callers.colleague)
    await f.t.owner.query('update registry.app_user set disabled_at = now() where id = $1', [
      f.callers.colleague.userId,
    ])
    await f.sync(f.callers.colleague)
    const { rows } = await f.t.owner.query('select from dino.google_connection where user_id = $1', [
      f.callers.colleague.userId,
    ])
    expect(rows).toEqual([])
    await f.t.owner.query('update registry.app_user set disabled_at = null where id = $1', [f.callers.colleague.userId])
  })
})
