import ICAL from 'ical.js'
import { describe, expect, test } from 'vitest'
import { buildFeed, buildInvitation, type CalendarMeeting } from './meeting-ics.ts'

const meeting: CalendarMeeting = {
  uid: 'a',
  sequence: 0,
  startsAt: '2026-06-16T08:00:00Z',
  endsAt: '2026-06-16T09:00:00Z',
  subject: 'Revisión de la cartera y de los vencimientos de otoño; después, la herencia. '.repeat(3),
  place: `Calle de la Ñ, ${'piso segundo, '.repeat(10)}😀`,
  link: `https://reuniones.example/${'sala'.repeat(30)}`,
  isCanceled: false,
}
const now = Date.parse('2026-06-15T10:00:00Z')

describe('what calendars elsewhere are sent', () => {
  test.each([
    ['a feed', buildFeed('Agenda de Núria', [meeting], now)],
    [
      'an invitation',
      buildInvitation({
        method: 'request',
        meetings: [meeting],
        organizer: { name: 'Núria Ñandú', email: 'nuria@dino.example' },
        attendee: { name: 'Íñigo', email: `${'largo'.repeat(12)}@cliente.example` },
        now,
      }),
    ],
  ])('no line of %s is longer than 75 octets', (_, text) => {
    const lines = text.split('\r\n')
    expect(lines.some((line) => line.startsWith(' '))).toBe(true)
    expect(lines.filter((line) => Buffer.byteLength(line) > 75)).toEqual([])
    const event = new ICAL.Component(ICAL.parse(text) as []).getFirstSubcomponent('vevent')!
    expect(event.getFirstPropertyValue('summary')).toBe(meeting.subject)
  })
})
