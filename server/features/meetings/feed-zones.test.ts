import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import { expandRule } from '#rules/recurrence.ts'
import { toInstant, toLocalDateTime } from '#rules/zoned-time.ts'
import { buildFeed, buildInvitation, type CalendarMeeting } from './meeting-ics.ts'

const now = Date.parse('2026-06-15T10:00:00Z')
const zones = ['Europe/Madrid', 'Europe/Lisbon', 'Atlantic/Azores', 'America/Mexico_City']
/** Over both changes of clocks: in the night in which they change, and by day. */
const begins = ['2026-03-27T09:30', '2026-10-23T09:30', '2026-03-27T23:45', '2026-10-23T23:45']
const rule = 'FREQ=DAILY;COUNT=5'

const buildSeries = (timeZone: string, begin: string, except: readonly string[] = []): CalendarMeeting => {
  const startsAt = toInstant(begin, timeZone)
  return {
    uid: 'serie',
    sequence: 0,
    startsAt,
    endsAt: new Date(Date.parse(startsAt) + 30 * 60_000).toISOString(),
    subject: 'Serie',
    place: '',
    link: '',
    isCanceled: false,
    series: { rule, timeZone, except },
  }
}

/** The moments at which a program shows a series that knows nothing of zones but what the file says of them. */
const readMoments = (content: string): string[] => {
  const calendar = new ICAL.Component(ICAL.parse(content) as [])
  const [block] = calendar.getAllSubcomponents('vtimezone')
  const zone = new ICAL.Timezone(block!)
  const [first] = calendar.getAllSubcomponents('vevent')
  const event = new ICAL.Event(first!)
  const times = event.iterator()
  const moments: string[] = []
  for (let time = times.next(); time; time = times.next()) {
    time.zone = zone
    moments.push(time.toJSDate().toISOString())
  }
  return moments
}

const listMoments = (timeZone: string, begin: string): string[] =>
  expandRule(rule, begin, timeZone).map((local) => new Date(toInstant(local, timeZone)).toISOString())

test.each(zones.flatMap((zone) => begins.map((begin) => [zone, begin] as const)))(
  'a series in %s from %s has the same moments in feeds',
  (zone, begin) => {
    expect(readMoments(buildFeed('Agenda', [buildSeries(zone, begin)], now))).toEqual(listMoments(zone, begin))
  },
)

test.each(zones)('a feed from %s leaves out what is off when clocks change', (zone) => {
  for (const begin of begins) {
    const moments = listMoments(zone, begin)
    const off = moments[2]!
    const feed = buildFeed('Agenda', [buildSeries(zone, begin, [off])], now)
    expect([zone, begin, ...readMoments(feed)]).toEqual([zone, begin, ...moments.filter((one) => one !== off)])
  }
})

test.each(zones)('whoever reads a feed from %s elsewhere sees it by their own clock', (zone) => {
  const person = { name: 'Ana', email: 'ana@example.com' }
  const meetings = [buildSeries(zone, '2026-10-23T09:30')]
  const invitation = buildInvitation({ method: 'request', meetings, organizer: person, attendee: person, now })
  for (const elsewhere of zones) {
    const shown = readMoments(invitation).map((moment) => toLocalDateTime(moment, elsewhere))
    const expected = listMoments(zone, '2026-10-23T09:30').map((moment) => toLocalDateTime(moment, elsewhere))
    expect([elsewhere, ...shown]).toEqual([elsewhere, ...expected])
  }
  // In Madrid, Lisbon and the Azores clocks change on the third day; in Mexico they no longer do.
  const inMexico = readMoments(invitation).map((moment) => toLocalDateTime(moment, 'America/Mexico_City').slice(11))
  expect(new Set(inMexico).size).toBe(zone === 'America/Mexico_City' ? 1 : 2)
})
