import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { setMeetingState } from '#contract/meetings.ts'
import { ana, createSeriesFixture, readLetter, type SeriesFixture, weekly } from './test-series.ts'

let f: SeriesFixture
beforeAll(async () => {
  f = await createSeriesFixture()
})
afterAll(() => f?.t.drop())
beforeEach(() => f.reset())

const luis = { kind: 'guest', name: 'Luis', email: 'luis@example.com' } as const
const findUid = async (meetingId: string): Promise<string> => {
  const { rows } = await f.t.owner.query('select uid::text from dino.meeting where id = $1', [meetingId])
  return `${rows[0].uid}@atalaya`
}

describe('a meeting that repeats from some day on', () => {
  test('becomes a series that calendars know by the same uid', async () => {
    const id = await f.make(null)
    const uid = await findUid(id)
    await f.change(id, { rule: weekly })
    const { seriesId, rule } = await f.readOne(id)
    expect(rule).toBe(weekly)
    expect(await f.listDays(seriesId)).toEqual([
      '06-22T09:30',
      '06-29T09:30',
      '07-06T09:30',
      '07-13T09:30',
      '07-20T09:30',
    ])
    const letters = (await f.sendAll()).map(readLetter)
    expect(letters).toEqual([
      {
        to: 'ana',
        method: 'request',
        events: [
          {
            uid,
            sequence: 1,
            recurrence: null,
            start: '2026-06-22T09:30:00',
            except: [],
            rule: 'FREQ=WEEKLY;UNTIL=20260720T215900Z',
          },
        ],
      },
    ])
  })

  test('begins where its rule does, with the fields of the dialog', async () => {
    const id = await f.make(null, { startsAt: '2026-06-20T09:30', endsAt: '2026-06-20T10:00' })
    await f.change(id, { rule: 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;UNTIL=20260624', subject: 'A diario' })
    const rows = await f.listSeries((await f.readOne(id)).seriesId)
    expect(rows.map(({ startsAt, subject }) => `${startsAt.slice(5, 10)} ${subject}`)).toEqual([
      '06-22 A diario',
      '06-23 A diario',
      '06-24 A diario',
    ])
    expect((await f.readOne(rows[2]!.id)).attendees.map(({ name }) => name)).toContain('Ana')
  })
})

describe('a series that repeats otherwise', () => {
  test('splits where others of before stay, under a uid of its own', async () => {
    const id = await f.make(weekly)
    const { seriesId } = await f.readOne(id)
    const [, , third, , fifth] = await f.listSeries(seriesId)
    await f.current.caller.call(setMeetingState, {
      params: { meetingId: fifth!.id },
      body: { version: fifth!.version, state: 'canceled', result: 'Vacaciones' },
    })
    await f.sendAll()
    await f.change(third!.id, {
      scope: 'following',
      rule: 'FREQ=DAILY;INTERVAL=7;UNTIL=20260803',
      startsAt: '2026-07-06T12:00',
      endsAt: '2026-07-06T12:30',
    })
    expect(await f.listDays(seriesId)).toEqual(['06-22T09:30', '06-29T09:30', '07-20T09:30 canceled'])
    const next = await f.readOne(third!.id)
    expect(next.seriesId).not.toBe(seriesId)
    // Nothing is planned again on the day that was cancelled.
    expect(await f.listDays(next.seriesId)).toEqual(['07-06T12:00', '07-13T12:00', '07-27T12:00', '08-03T12:00'])
    const [before, after] = (await f.sendAll()).map(readLetter)
    expect(before).toMatchObject({
      method: 'request',
      events: [{ rule: 'FREQ=WEEKLY;UNTIL=20260629T215900Z', except: [] }],
    })
    expect(after).toMatchObject({
      method: 'request',
      events: [
        {
          rule: 'FREQ=DAILY;INTERVAL=7;UNTIL=20260803T215900Z',
          start: '2026-07-06T12:00:00',
          except: ['2026-07-20T12:00:00'],
        },
      ],
    })
    expect(after!.events[0]!.uid).not.toBe(before!.events[0]!.uid)
    expect(before!.events[0]!.sequence).toBeGreaterThan(1)
  })

  test('changes as a whole before it begins, and cancels what is left over', async () => {
    const id = await f.make(weekly)
    const { seriesId } = await f.readOne(id)
    const [, second] = await f.listSeries(seriesId)
    await f.change(second!.id, { scope: 'all', rule: 'FREQ=WEEKLY;INTERVAL=2;UNTIL=20260720' })
    expect(await f.listDays(seriesId)).toEqual(['06-22T09:30', '07-06T09:30', '07-20T09:30'])
    expect(await f.readOne(second!.id)).toMatchObject({
      state: 'canceled',
      seriesId: null,
      version: second!.version + 1,
    })
    const letters = (await f.sendAll()).map(readLetter)
    expect(letters).toMatchObject([
      { method: 'request', events: [{ sequence: 1, rule: 'FREQ=WEEKLY;INTERVAL=2;UNTIL=20260720T215900Z' }] },
    ])
    // And back again: what the rule left over takes no day from anything.
    await f.change(id, { scope: 'all', rule: weekly })
    expect(await f.listDays(seriesId)).toEqual([
      '06-22T09:30',
      '06-29T09:30',
      '07-06T09:30',
      '07-13T09:30',
      '07-20T09:30',
    ])
    expect((await f.sendAll()).map(readLetter)).toMatchObject([{ events: [{ sequence: 2 }] }])
  })

  test('follows its rule where its first was moved by itself', async () => {
    const id = await f.make(weekly)
    const { seriesId } = await f.readOne(id)
    const [first, , third] = await f.listSeries(seriesId)
    await f.change(first!.id, { startsAt: '2026-06-24T16:00', endsAt: '2026-06-24T16:30' })
    await f.change(third!.id, { scope: 'all', rule: 'FREQ=WEEKLY;INTERVAL=2;UNTIL=20260720' })
    expect(await f.listDays(seriesId)).toEqual(['06-22T09:30', '07-06T09:30', '07-20T09:30'])
    const [moved] = await f.listSeries(seriesId)
    await f.change(moved!.id, { startsAt: '2026-06-24T16:00', endsAt: '2026-06-24T16:30' })
    // By its rule it has begun: what was moved ahead is planned nowhere in the past.
    f.clock.now = Date.parse('2026-06-22T10:00:00Z')
    f.current.caller = await f.t.as('admin')
    const rule = 'FREQ=WEEKLY;UNTIL=20260803'
    await expect(f.change(third!.id, { scope: 'all', rule })).rejects.toMatchObject({ code: 'meeting.seriesBegun' })
  })

  test('tells those who take part no more', async () => {
    const id = await f.make(weekly)
    const [, second, third] = await f.listSeries((await f.readOne(id)).seriesId)
    await f.change(second!.id, { scope: 'following', attendees: [ana, luis] })
    await f.sendAll()
    await f.change(third!.id, { scope: 'following', rule: 'FREQ=WEEKLY;INTERVAL=2;UNTIL=20260803', attendees: [ana] })
    const letters = (await f.sendAll()).map(readLetter)
    // Both are told that the series ends earlier; only one is invited to what follows.
    expect(letters.map(({ to, method }) => `${to} ${method}`).sort()).toEqual([
      'ana request',
      'ana request',
      'luis request',
    ])
    await f.change(third!.id, { scope: 'all', rule: 'FREQ=WEEKLY;UNTIL=20260803', attendees: [luis] })
    const whole = (await f.sendAll()).map(readLetter)
    expect(whole).toMatchObject([
      { to: 'ana', method: 'cancel', events: [{ recurrence: null, rule: null }] },
      { to: 'luis', method: 'request' },
    ])
    expect(whole[0]!.events[0]!.uid).toBe(whole[1]!.events[0]!.uid)
  })

  test('tells by its old uid whoever came to it late', async () => {
    const id = await f.make(weekly)
    const [, , third] = await f.listSeries((await f.readOne(id)).seriesId)
    await f.change(third!.id, { scope: 'following', attendees: [ana, luis] })
    await f.sendAll()
    await f.change(third!.id, { scope: 'following', rule: 'FREQ=WEEKLY;UNTIL=20260713', attendees: [ana, luis] })
    const letters = (await f.sendAll()).map(readLetter)
    const left = letters.find(({ to, method }) => to === 'luis' && method === 'cancel')!
    expect(left.events.map(({ recurrence }) => recurrence)).toEqual([
      '2026-07-06T07:30:00Z',
      '2026-07-13T07:30:00Z',
      '2026-07-20T07:30:00Z',
    ])
    expect(new Set(letters.filter(({ to }) => to === 'luis').map(({ events }) => events[0]!.uid)).size).toBe(2)
  })

  test('keeps what is over', async () => {
    const id = await f.make(weekly)
    const { seriesId } = await f.readOne(id)
    f.clock.now = Date.parse('2026-06-30T10:00:00Z')
    f.current.caller = await f.t.as('admin')
    const [first, second, third] = await f.listSeries(seriesId)
    const rule = 'FREQ=WEEKLY;INTERVAL=2;UNTIL=20260803'
    await f.current.caller.call(setMeetingState, {
      params: { meetingId: id },
      body: { version: first!.version, state: 'held', result: '' },
    })
    await expect(f.change(third!.id, { scope: 'all', rule })).rejects.toMatchObject({ code: 'meeting.seriesBegun' })
    await expect(f.change(second!.id, { scope: 'following', rule })).rejects.toMatchObject({
      code: 'meeting.seriesBegun',
    })
    await expect(f.change(third!.id, { scope: 'this', rule })).rejects.toMatchObject({ fields: { scope: 'invalid' } })
    await expect(f.change(id, { scope: 'following', rule })).rejects.toMatchObject({ code: 'meeting.closed' })
    await f.change(third!.id, { scope: 'following', rule })
    expect(await f.listDays(seriesId)).toEqual(['06-22T09:30 held', '06-29T09:30'])
    expect(await f.listDays((await f.readOne(third!.id)).seriesId)).toEqual([
      '07-06T09:30',
      '07-20T09:30',
      '08-03T09:30',
    ])
  })

  test('leaves meetings of owners out of reach where they are', async () => {
    const id = await f.make(weekly)
    const { seriesId } = await f.readOne(id)
    const [, , third] = await f.listSeries(seriesId)
    await f.t.owner.query('update dino.meeting set employee_id = $1 where id = $2', [f.other.id, third!.id])
    await f.change(id, { scope: 'all', rule: 'FREQ=DAILY;UNTIL=20260624' })
    const { rows } = await f.t.owner.query(
      `select to_char(starts_at at time zone 'Europe/Madrid', 'MM-DD') as day, employee_id = $2 as other from dino.meeting where series_id = $1 order by starts_at`,
      [seriesId, f.other.id],
    )
    expect(rows.map(({ day, other: isOther }) => `${day}${isOther ? ' other' : ''}`)).toEqual([
      '06-22',
      '06-23',
      '06-24',
      '07-06 other',
    ])
  })

  test('refuses the second of two people, and a rule without a meeting', async () => {
    const id = await f.make(weekly)
    const { version } = await f.readOne(id)
    const tries = await Promise.allSettled([
      f.change(id, { version, scope: 'all', rule: 'FREQ=WEEKLY;UNTIL=20260706' }),
      f.change(id, { version, scope: 'all', rule: 'FREQ=WEEKLY;UNTIL=20260713' }),
    ])
    expect(tries.filter(({ status }) => status === 'rejected')).toMatchObject([
      { reason: { code: 'conflict.changed' } },
    ])
    await expect(f.change(id, { scope: 'all', rule: 'FREQ=WEEKLY;UNTIL=20260601' })).rejects.toMatchObject({
      fields: { rule: 'ruleEmpty' },
    })
  })
})
