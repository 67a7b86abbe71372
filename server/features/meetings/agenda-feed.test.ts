import ICAL from 'ical.js'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createAgendaFeed, readAgendaFeed } from '#contract/meetings/feed.ts'
import { moveMeeting, setMeetingState } from '#contract/meetings.ts'
import { createSeriesFixture, readEvents, readLetter, type SeriesFixture } from './test-series.ts'

let f: SeriesFixture
beforeAll(async () => {
  f = await createSeriesFixture()
})
afterAll(() => f?.t.drop())
beforeEach(() => f.reset())

describe('the address of an agenda and invitations', () => {
  test('name meetings and series alike', async () => {
    await f.current.caller.call(createAgendaFeed, {})
    const { address } = await f.current.caller.call(createAgendaFeed, {})
    const readFeed = async () => {
      const { body } = await f.current.caller.send(readAgendaFeed, { params: { token: address.split('/').at(-2)! } })
      return readEvents(body)
    }
    const single = await f.make(null)
    const id = await f.make('FREQ=WEEKLY;UNTIL=20261123', {
      subject: 'De todo el año',
      startsAt: '2026-06-22T18:00',
      endsAt: '2026-06-22T18:30',
    })
    const { seriesId } = await f.readOne(id)
    const [first, second, third] = await f.listSeries(seriesId)
    const moved = { startsAt: '2026-06-30T16:00', endsAt: '2026-06-30T17:00' }
    await f.current.caller.call(moveMeeting, {
      params: { meetingId: second!.id },
      body: { version: second!.version, ...moved },
    })
    const [letter] = (await f.sendAll()).map(readLetter)
    await f.current.caller.call(setMeetingState, {
      params: { meetingId: third!.id },
      body: { version: third!.version, state: 'canceled', result: 'Festivo' },
    })
    const [canceled] = (await f.sendAll()).map(readLetter)
    const feed = await readFeed()
    const ofSeries = feed.filter(({ uid }) => uid === letter!.events[0]!.uid)
    expect(ofSeries).toMatchObject([
      {
        rule: 'FREQ=WEEKLY;UNTIL=20261123T225900Z',
        recurrence: null,
        start: '2026-06-22T18:00:00',
        except: ['2026-07-06T18:00:00'],
      },
      { recurrence: letter!.events[0]!.recurrence, start: '2026-06-30T14:00:00Z' },
    ])
    expect(canceled!.events[0]!.uid).toBe(ofSeries[0]!.uid)
    expect(
      feed
        .filter(({ uid }) => uid !== ofSeries[0]!.uid)
        .every(({ recurrence }) => recurrence === null || recurrence.endsWith('Z')),
    ).toBe(true)
    await f.change(single, { place: 'Sala 2' })
    const [changed] = (await f.sendAll()).map(readLetter)
    const again = (await readFeed()).find(({ uid }) => uid === changed!.events[0]!.uid)
    expect(again).toEqual(changed!.events[0])
    expect(first!.id).toBe(id)
  })

  test('a series of twenty years is as long in letters and feeds as here', async () => {
    const id = await f.make('FREQ=YEARLY;COUNT=3', { subject: 'De veinte años' })
    await f.change(id, { rule: 'FREQ=YEARLY;COUNT=20', scope: 'all' })
    const { seriesId } = await f.readOne(id)
    const count = async () =>
      (await f.t.owner.query('select count(*)::int as n from dino.meeting where series_id = $1', [seriesId])).rows[0].n
    expect(await count()).toBe(20)
    const [letter] = (await f.sendAll()).map(readLetter)
    const { address } = await f.current.caller.call(createAgendaFeed, {})
    const { body } = await f.current.caller.send(readAgendaFeed, { params: { token: address.split('/').at(-2)! } })
    const ofSeries = readEvents(body).filter(({ uid }) => uid === letter!.events[0]!.uid)
    for (const { rule, except } of [letter!.events[0]!, ofSeries[0]!])
      expect([rule, except]).toEqual(['FREQ=YEARLY;COUNT=20', []])
  })

  test('a series that was cut before ends for calendars where its meetings do', async () => {
    const id = await f.make('FREQ=YEARLY;COUNT=3', { subject: 'Cortada' })
    const { seriesId } = await f.readOne(id)
    for (const rule of ['FREQ=YEARLY;COUNT=900', 'FREQ=YEARLY;UNTIL=29991231', 'FREQ=MONTHLY;UNTIL=21001231']) {
      await f.t.owner.query('update dino.meeting_series set rule = $2 where id = $1', [seriesId, rule])
      const { address } = await f.current.caller.call(createAgendaFeed, {})
      const { body } = await f.current.caller.send(readAgendaFeed, { params: { token: address.split('/').at(-2)! } })
      const { uid } = (
        await f.t.owner.query<{ uid: string }>('select uid::text from dino.meeting_series where id = $1', [seriesId])
      ).rows[0]!
      const calendar = new ICAL.Component(ICAL.parse(body) as [])
      const event = calendar
        .getAllSubcomponents('vevent')
        .find((one) => one.getFirstPropertyValue('uid') === `${uid}@atalaya` && one.hasProperty('rrule'))
      const years: number[] = []
      const times = new ICAL.Event(event!).iterator()
      for (let time = times.next(); time && years.length < 999; time = times.next()) years.push(time.year)
      expect([rule, ...years]).toEqual([rule, 2026, 2027, 2028])
    }
  })
})
