import ICAL from 'ical.js'
import { tzlib_get_ical_block as getZoneBlock } from 'timezones-ical-library'
import { toInstant, toLocalDateTime } from '#rules/zoned-time.ts'

/** What a calendar elsewhere is told of a meeting. */
export type CalendarMeeting = {
  uid: string
  sequence: number
  /** Moments, ISO 8601 in UTC. */
  startsAt: string
  endsAt: string
  subject: string
  place: string
  link: string
  isCanceled: boolean
  /** Of an occurrence of a series: when the rule has it. */
  recurrenceAt?: string | null
  /** Of a whole series: its rule, by the clock of the zone, and when it has nothing although the rule has it. */
  series?: { rule: string; timeZone: string; except: readonly string[] } | null
}
type CalendarPerson = { name: string; email: string }

// A line has 75 octets at most (RFC 5545, 3.1). The library doesn't count the blank with which it goes on.
ICAL.foldLength = 74

const productId = '-//Atalaya//Agenda//ES'

const toTime = (instant: string | number): ICAL.Time => ICAL.Time.fromJSDate(new Date(instant), true)

const buildCalendar = (): ICAL.Component => {
  const calendar = new ICAL.Component('vcalendar')
  calendar.updatePropertyWithValue('prodid', productId)
  calendar.updatePropertyWithValue('version', '2.0')
  return calendar
}

/** What is said by the clock of a zone ends at a moment in UTC (RFC 5545, 3.3.10); a day counts to its end. */
const toUntilInUtc = (rule: string, timeZone: string): string =>
  rule.replace(/UNTIL=(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)\d\d)?(?![\dTZ])/, (_, year, month, day, hour, minute) => {
    const moment = toInstant(`${year}-${month}-${day}T${hour ?? '23'}:${minute ?? '59'}`, timeZone)
    return `UNTIL=${moment.replace(/[-:]/g, '')}`
  })

/** A series repeats by the clock of its zone: the same hour in summer and winter. */
const addRule = (
  event: ICAL.Component,
  { startsAt, endsAt }: CalendarMeeting,
  { rule, timeZone, except }: NonNullable<CalendarMeeting['series']>,
): void => {
  const addLocal = (name: string, moment: string): void => {
    const local = `${toLocalDateTime(new Date(moment).toISOString(), timeZone)}:00`
    event.addPropertyWithValue(name, ICAL.Time.fromDateTimeString(local)).setParameter('tzid', timeZone)
  }
  addLocal('dtstart', startsAt)
  addLocal('dtend', endsAt)
  event.addPropertyWithValue('rrule', ICAL.Recur.fromString(toUntilInUtc(rule, timeZone)))
  for (const moment of except) addLocal('exdate', moment)
}

const buildZone = (timeZone: string): ICAL.Component => {
  const [block] = getZoneBlock(timeZone)
  return new ICAL.Component(ICAL.parse(block!) as [])
}

/** The zones by whose clocks some of these repeat. */
const addZones = (calendar: ICAL.Component, meetings: readonly CalendarMeeting[]): void => {
  const zones = new Set(meetings.flatMap(({ series }) => series?.timeZone ?? []))
  for (const zone of zones) calendar.addSubcomponent(buildZone(zone))
}

/** Times in UTC: every calendar shows them by its own clock, whatever it knows of zones. */
const buildEvent = (meeting: CalendarMeeting, now: number): ICAL.Component => {
  const event = new ICAL.Component('vevent')
  event.updatePropertyWithValue('uid', `${meeting.uid}@atalaya`)
  event.updatePropertyWithValue('sequence', meeting.sequence)
  event.updatePropertyWithValue('dtstamp', toTime(now))
  if (meeting.series) addRule(event, meeting, meeting.series)
  else {
    event.updatePropertyWithValue('dtstart', toTime(meeting.startsAt))
    event.updatePropertyWithValue('dtend', toTime(meeting.endsAt))
  }
  if (meeting.recurrenceAt) event.updatePropertyWithValue('recurrence-id', toTime(meeting.recurrenceAt))
  event.updatePropertyWithValue('summary', meeting.subject)
  const location = [meeting.place, meeting.link].filter(Boolean).join(' · ')
  if (location) event.updatePropertyWithValue('location', location)
  if (meeting.link) event.updatePropertyWithValue('description', meeting.link)
  event.updatePropertyWithValue('status', meeting.isCanceled ? 'CANCELLED' : 'CONFIRMED')
  return event
}

/** Quotes and line ends have no place in a parameter (RFC 5545, 3.1.1; RFC 6868 is not read everywhere). */
const toParameter = (name: string): string => name.replace(/["\p{Cc}^]+/gu, ' ').trim()

type InvitationInput = {
  method: 'request' | 'cancel'
  /** One, or several of a series. */
  meetings: readonly CalendarMeeting[]
  organizer: CalendarPerson
  /** Whom it is sent to, alone: nobody learns the addresses of the others. */
  attendee: CalendarPerson
  now: number
}

/** An invitation, or that it is cancelled, as calendars exchange them (RFC 5546). */
export const buildInvitation = ({ method, meetings, organizer, attendee, now }: InvitationInput): string => {
  const calendar = buildCalendar()
  calendar.updatePropertyWithValue('method', method.toUpperCase())
  addZones(calendar, meetings)
  for (const meeting of meetings) {
    const event = buildEvent({ ...meeting, isCanceled: method === 'cancel' || meeting.isCanceled }, now)
    const from = event.addPropertyWithValue('organizer', `mailto:${organizer.email}`)
    from.setParameter('cn', toParameter(organizer.name))
    const to = event.addPropertyWithValue('attendee', `mailto:${attendee.email}`)
    to.setParameter('cn', toParameter(attendee.name))
    to.setParameter('role', 'REQ-PARTICIPANT')
    to.setParameter('partstat', 'NEEDS-ACTION')
    to.setParameter('rsvp', 'TRUE')
    calendar.addSubcomponent(event)
  }
  return `${calendar.toString()}\r\n`
}

/** The calendar of somebody, for programs that read it again and again. */
export const buildFeed = (name: string, meetings: readonly CalendarMeeting[], now: number): string => {
  const calendar = buildCalendar()
  calendar.updatePropertyWithValue('method', 'PUBLISH')
  calendar.updatePropertyWithValue('x-wr-calname', name)
  calendar.updatePropertyWithValue('refresh-interval', ICAL.Duration.fromString('PT15M'))
  addZones(calendar, meetings)
  for (const meeting of meetings) calendar.addSubcomponent(buildEvent(meeting, now))
  return `${calendar.toString()}\r\n`
}
