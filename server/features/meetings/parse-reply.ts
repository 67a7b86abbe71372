import ICAL from 'ical.js'
import PostalMime from 'postal-mime'
import { toInstant } from '#rules/zoned-time.ts'
import { isKeptMoment, longestMeetingMs } from './lock-meeting.ts'

const answersByPartstat = { ACCEPTED: 'accepted', TENTATIVE: 'tentative', DECLINED: 'declined' } as const
type ReplyAnswer = (typeof answersByPartstat)[keyof typeof answersByPartstat]

/** What somebody answers to an invitation (RFC 5546, 3.2.3), or proposes instead (3.2.7). Moments in ISO 8601, UTC. */
export type CalendarReply = {
  uid: string
  /** Of an occurrence of a series: when its rule has it. */
  recurrenceAt: string | null
  /** Lower case. */
  attendee: string
  answer: ReplyAnswer | null
  /** For which time they answer; null where it isn't said, or where another is proposed. */
  startsAt: string | null
  proposed: { startsAt: string; endsAt: string } | null
  comment: string
  stampedAt: string | null
}

const maxCommentLength = 1000

/** A moment; what names no zone, or one that nobody describes, is by the firm's clock. Null for none, or a day alone. Throws RangeError for what is none. */
const toMoment = (value: unknown, timeZone: string): string | null => {
  if (!(value instanceof ICAL.Time) || value.isDate) return null
  const hasZone = value.zone && value.zone.tzid !== 'floating'
  const moment = hasZone ? value.toJSDate().toISOString() : toInstant(value.toString().slice(0, 16), timeZone)
  if (!isKeptMoment(moment)) throw new RangeError('a moment beyond the calendar')
  return moment
}

const toAddress = (property: ICAL.Property | null): string =>
  String(property?.getFirstValue() ?? '')
    .replace(/^mailto:/i, '')
    .trim()
    .toLowerCase()

const findEnd = (event: ICAL.Component, startsAt: string, timeZone: string): string | null => {
  const end = toMoment(event.getFirstPropertyValue('dtend'), timeZone)
  const length = event.getFirstPropertyValue('duration')
  if (end !== null || !(length instanceof ICAL.Duration)) return end
  return new Date(Date.parse(startsAt) + length.toSeconds() * 1000).toISOString()
}

/** As long as a meeting may be. */
const isMeetingLength = (startsAt: string, endsAt: string): boolean => {
  const length = Date.parse(endsAt) - Date.parse(startsAt)
  return length > 0 && length <= longestMeetingMs
}

const readEvent = (event: ICAL.Component, isCounter: boolean, timeZone: string): CalendarReply | undefined => {
  const uid = event.getFirstPropertyValue('uid')
  // An answer is of one person (RFC 5546, 3.2.3).
  const attendees = event.getAllProperties('attendee')
  const attendee = toAddress(attendees[0] ?? null)
  if (typeof uid !== 'string' || attendees.length !== 1 || attendee === '') return undefined
  const partstat = String(attendees[0]!.getParameter('partstat') ?? '').toUpperCase()
  const startsAt = toMoment(event.getFirstPropertyValue('dtstart'), timeZone)
  const endsAt = startsAt && findEnd(event, startsAt, timeZone)
  const comment = event.getFirstPropertyValue('comment')
  return {
    uid,
    recurrenceAt: toMoment(event.getFirstPropertyValue('recurrence-id'), timeZone),
    attendee,
    answer: answersByPartstat[partstat as keyof typeof answersByPartstat] ?? null,
    startsAt: isCounter ? null : startsAt,
    proposed: isCounter && startsAt && endsAt && isMeetingLength(startsAt, endsAt) ? { startsAt, endsAt } : null,
    // A text of the database has no zero in it.
    comment: typeof comment === 'string' ? comment.replaceAll('\0', '').trim().slice(0, maxCommentLength) : '',
    stampedAt: toMoment(event.getFirstPropertyValue('dtstamp'), timeZone),
  }
}

/** One calendar after the other: what can't be read of one keeps nobody from reading the others. */
const splitCalendars = (text: string): string[] => text.match(/^BEGIN:VCALENDAR[\s\S]*?^END:VCALENDAR/gim) ?? []

const parseCalendar = (text: string): ICAL.Component | undefined => {
  try {
    return new ICAL.Component(ICAL.parse(text) as [])
  } catch {
    // Somebody else's text: what is no calendar answers nothing.
    return undefined
  }
}

/** The answers and proposals in a text of calendars; nothing of any other. Times without a zone are by the firm's clock. Never throws. */
export const parseCalendarReplies = (text: string, timeZone: string): CalendarReply[] =>
  splitCalendars(text).flatMap((one) => {
    const calendar = parseCalendar(one)
    const method = String(calendar?.getFirstPropertyValue('method') ?? '').toUpperCase()
    if (!calendar || (method !== 'REPLY' && method !== 'COUNTER')) return []
    try {
      return calendar
        .getAllSubcomponents('vevent')
        .flatMap((event) => readEvent(event, method === 'COUNTER', timeZone) ?? [])
    } catch {
      // A moment or a length that is none.
      return []
    }
  })

const decodePart = (content: string | ArrayBuffer | Uint8Array): string =>
  typeof content === 'string' ? content : new TextDecoder().decode(content)

/** A letter with answers: who sent it, lower case, and what its calendars say. */
export type ReplyLetter = { sender: string; replies: CalendarReply[] }

/** Takes a letter apart as it was received. */
export const parseReplyLetter = async (source: Uint8Array, timeZone: string): Promise<ReplyLetter> => {
  const letter = await PostalMime.parse(source)
  const parts = letter.attachments.filter(
    ({ mimeType, filename }) =>
      mimeType === 'text/calendar' || mimeType === 'application/ics' || /\.ics$/i.test(filename ?? ''),
  )
  const replies = parts.flatMap(({ content }) => parseCalendarReplies(decodePart(content), timeZone))
  // Programs send the same calendar twice in a letter: as its text, and as a file.
  const once = new Map(replies.map((reply) => [JSON.stringify(reply), reply]))
  return { sender: letter.from?.address?.toLowerCase() ?? '', replies: [...once.values()] }
}
