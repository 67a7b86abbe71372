import type { MeetingStage, SeriesScope } from '#contract/meetings/words.ts'
import type { MeetingDetail } from '#contract/meetings.ts'
import type { AgendaPerson } from '#web/domain/agenda/agenda-person.ts'
import type { ChosenAttendee } from './attendees-field.tsx'
import { splitDateTime } from './meeting-times.ts'
import { buildRule, type Repetition, readRule } from './repetition.ts'

export type MeetingFormValues = {
  person: string
  subject: string
  stage: MeetingStage | ''
  day: string
  /** Times of the day; a refusal names the moments so. */
  startsAt: string
  endsAt: string
  place: string
  link: string
  note: string
  ownerId: string
  attendees: ChosenAttendee[]
  invites: boolean
  repetition: Repetition | ''
  /** Until when, as it is typed; a refusal names the rule so. */
  rule: string
  scope: SeriesScope
}

/** What a new meeting begins with, where the place from which it is made says so. */
export type MeetingStart = {
  startsAt?: string
  endsAt?: string
  stage?: MeetingStage
  subject?: string
  ownerId?: string
}

const defaultTimes = { startsAt: '10:00', endsAt: '11:00' }

/** Beside the organiser and whom it is about, who are no attendees of the form. */
const listChosen = ({ attendees, ownerId, contactId, clientId }: MeetingDetail): ChosenAttendee[] =>
  attendees.flatMap((one): ChosenAttendee[] => {
    if (one.employeeId !== null)
      return one.employeeId === ownerId ? [] : [{ attendee: { kind: 'employee', id: one.employeeId }, name: one.name }]
    if (one.email !== null) return [{ attendee: { kind: 'guest', name: one.name, email: one.email }, name: one.name }]
    if (one.clientId !== null)
      return one.clientId === clientId ? [] : [{ attendee: { kind: 'client', id: one.clientId }, name: one.name }]
    if (one.contactId !== null)
      return one.contactId === contactId ? [] : [{ attendee: { kind: 'contact', id: one.contactId }, name: one.name }]
    return []
  })

type Subject = {
  person: AgendaPerson | null
  meeting?: MeetingDetail | undefined
  start?: MeetingStart | undefined
}

/** Of the meeting that is changed, or of the time that was chosen for a new one. `writeDay` writes a day as the form shows it. */
export const buildDefaults = (
  { person, meeting, start }: Subject,
  writeDay: (day: string) => string,
  today: string,
): MeetingFormValues => {
  const startsAt = meeting?.startsAt ?? start?.startsAt
  const endsAt = meeting?.endsAt ?? start?.endsAt
  const repeats = meeting?.rule ? readRule(meeting.rule) : null
  return {
    person: person?.key ?? '',
    subject: meeting?.subject ?? start?.subject ?? '',
    stage: meeting?.stage ?? start?.stage ?? '',
    day: writeDay(startsAt ? splitDateTime(startsAt).day : today),
    startsAt: startsAt ? splitDateTime(startsAt).time : defaultTimes.startsAt,
    endsAt: endsAt ? splitDateTime(endsAt).time : defaultTimes.endsAt,
    place: meeting?.place ?? '',
    link: meeting?.link ?? '',
    note: meeting?.note ?? '',
    ownerId: meeting?.ownerId ?? start?.ownerId ?? '',
    attendees: meeting ? listChosen(meeting) : [],
    invites: meeting?.invites ?? false,
    repetition: repeats?.repetition ?? '',
    rule: repeats ? writeDay(repeats.until) : '',
    scope: 'this',
  }
}

type Typed = Pick<MeetingFormValues, 'repetition' | 'rule'>

/** The rule that the form asks for; null where it leaves it as it is. */
export const findNewRule = (
  { repetition, rule }: Typed,
  {
    day,
    dayOf,
    meeting,
  }: { day: string; dayOf: (typed: string) => string | undefined; meeting: MeetingDetail | undefined },
): string | null => {
  if (repetition === '') return null
  const until = dayOf(rule) ?? day
  const before = meeting?.rule ? readRule(meeting.rule) : null
  return before?.repetition === repetition && before.until === until ? null : buildRule(repetition, day, until)
}
