import type { ResponseBody } from '#contract/core/endpoint.ts'
import type { getAgenda } from '#contract/meetings.ts'
import type { ReviewRow } from '#contract/reviews.ts'

type Agenda = ResponseBody<typeof getAgenda>

export type AgendaEntry = {
  key: string
  kind: 'meeting' | 'followUp' | 'review'
  /** 'HH:MM' by the firm's clock; null of what has a day alone. */
  at: string | null
  title: string
  /** Whom it is about, and whose it is. */
  notes: string
  stage: string | null
  path: string
}
export type AgendaDay = { on: string; entries: AgendaEntry[] }

const joinNotes = (...parts: readonly (string | null)[]): string => parts.filter(Boolean).join(' · ')

const listEntries = (
  { meetings, followUps }: Agenda,
  reviews: readonly ReviewRow[],
): (AgendaEntry & { on: string })[] => [
  ...meetings.map((meeting) => ({
    on: meeting.startsAt.slice(0, 10),
    key: `meeting ${meeting.id}`,
    kind: 'meeting' as const,
    at: meeting.startsAt.slice(11, 16),
    title: meeting.subject || (meeting.personName ?? ''),
    notes: joinNotes(meeting.subject ? meeting.personName : null, meeting.ownerName),
    stage: meeting.stage,
    path: `/crm/AgendaComercial/reuniones/${meeting.id}`,
  })),
  ...followUps.map((followUp) => ({
    on: followUp.dueOn,
    key: `followUp ${followUp.id}`,
    kind: 'followUp' as const,
    at: null,
    title: followUp.subject,
    notes: joinNotes(followUp.personName, followUp.ownerName),
    stage: null,
    path: `/crm/AgendaComercial/seguimientos/${followUp.id}`,
  })),
  ...reviews.flatMap((review) =>
    review.dueOn === null
      ? []
      : [
          {
            on: review.dueOn,
            key: `review ${review.id}`,
            kind: 'review' as const,
            at: null,
            title: review.personName,
            notes: joinNotes(review.ownerName),
            stage: review.stage,
            path: `/crm/AgendaComercial/reuniones/${review.id}`,
          },
        ],
  ),
]

/** What stands on each day that has anything: by the hour, then what has none. */
export const buildAgendaDays = (agenda: Agenda, reviews: readonly ReviewRow[]): AgendaDay[] => {
  const days = new Map<string, AgendaEntry[]>()
  const order = ({ at, key }: AgendaEntry): string => `${at ?? '99'} ${key}`
  for (const { on, ...entry } of listEntries(agenda, reviews)) days.set(on, [...(days.get(on) ?? []), entry])
  return [...days]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([on, entries]) => ({ on, entries: entries.sort((one, other) => (order(one) < order(other) ? -1 : 1)) }))
}
