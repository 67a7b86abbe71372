import type { ResponseBody } from '#contract/core/endpoint.ts'
import type { GoogleEvent } from '#contract/google-calendar.ts'
import type { getAgenda } from '#contract/meetings.ts'

export type Agenda = ResponseBody<typeof getAgenda>
export type AgendaMeeting = Agenda['meetings'][number]
/** The days of a calendar, with what Google has for them. */
export type ShownAgenda = Pick<Agenda, 'meetings' | 'followUps' | 'holidays'> & { google: readonly GoogleEvent[] }
export type AgendaFollowUp = Agenda['followUps'][number]

export type Times = { startsAt: string; endsAt: string }

/** Where a meeting was moved to, and the version that it has since; null while it is on its way. */
export type Move = { times: Times; version: number | null }

/** Meetings at the times to which they were just moved, until they are read anew. */
export const applyMoves = (meetings: readonly AgendaMeeting[], moves: ReadonlyMap<string, Move>): AgendaMeeting[] =>
  meetings.map((meeting) => {
    const move = moves.get(meeting.id)
    const isNewer = move && (move.version === null || move.version > meeting.version)
    return isNewer ? { ...meeting, ...move.times, version: move.version ?? meeting.version } : meeting
  })

/** What stands in the list of a calendar: meetings, follow-ups and days of rest, in the order of their days. */
export type AgendaListItem = { id: string; day: string; time: string } & (
  | { kind: 'meeting'; meeting: AgendaMeeting }
  | { kind: 'followUp'; followUp: AgendaFollowUp }
  | { kind: 'google'; event: GoogleEvent }
  | { kind: 'holiday'; rests: Agenda['holidays'][number]['rests'] }
)

/** A stretch of the same day by its times; a longer one by those at which it begins. */
const formatStretch = ({ startsAt, endsAt }: Times): string =>
  startsAt.slice(0, 10) === endsAt.slice(0, 10) ? `${startsAt.slice(11)}–${endsAt.slice(11)}` : startsAt.slice(11)

/** By day and time; what lasts a whole day has no time and comes first. */
export const listAgendaItems = ({ meetings, followUps, holidays, google }: ShownAgenda): AgendaListItem[] =>
  [
    ...holidays.map(({ on, rests }): AgendaListItem => ({ id: `h${on}`, day: on, time: '', kind: 'holiday', rests })),
    ...followUps.map(
      (followUp): AgendaListItem => ({
        id: `f${followUp.id}`,
        day: followUp.dueOn,
        time: '',
        kind: 'followUp',
        followUp,
      }),
    ),
    ...meetings.map(
      (meeting): AgendaListItem => ({
        id: `m${meeting.id}`,
        day: meeting.startsAt.slice(0, 10),
        time: formatStretch(meeting),
        kind: 'meeting',
        meeting,
      }),
    ),
    ...google.map(
      (event): AgendaListItem => ({
        id: `g${event.id}`,
        day: event.startsAt.slice(0, 10),
        time: event.isAllDay ? '' : formatStretch(event),
        kind: 'google',
        event,
      }),
    ),
  ].sort((one, other) => `${one.day} ${one.time}`.localeCompare(`${other.day} ${other.time}`))
