import type { ResponseBody } from '#contract/core/endpoint.ts'
import type { getAgenda } from '#contract/meetings.ts'

export type Agenda = ResponseBody<typeof getAgenda>
export type AgendaMeeting = Agenda['meetings'][number]
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
export type AgendaLine = { id: string; day: string; time: string } & (
  | { kind: 'meeting'; meeting: AgendaMeeting }
  | { kind: 'followUp'; followUp: AgendaFollowUp }
  | { kind: 'holiday'; rests: Agenda['holidays'][number]['rests'] }
)

export const listAgendaLines = ({
  meetings,
  followUps,
  holidays,
}: Pick<Agenda, 'meetings' | 'followUps' | 'holidays'>): AgendaLine[] =>
  [
    ...holidays.map(({ on, rests }): AgendaLine => ({ id: `h${on}`, day: on, time: '', kind: 'holiday', rests })),
    ...followUps.map(
      (followUp): AgendaLine => ({ id: `f${followUp.id}`, day: followUp.dueOn, time: '', kind: 'followUp', followUp }),
    ),
    ...meetings.map(
      (meeting): AgendaLine => ({
        id: `m${meeting.id}`,
        day: meeting.startsAt.slice(0, 10),
        time: `${meeting.startsAt.slice(11)}–${meeting.endsAt.slice(11)}`,
        kind: 'meeting',
        meeting,
      }),
    ),
  ].sort((one, other) => `${one.day} ${one.time}`.localeCompare(`${other.day} ${other.time}`))
