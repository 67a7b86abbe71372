import { useQuery } from '@tanstack/react-query'
import type { AgendaPersonFilter } from './agenda-person.ts'
import { buildPersonCallsQuery } from './person-calls.tsx'
import { buildPersonFollowUpsQuery } from './person-follow-ups.tsx'
import { buildPersonMeetingsQuery } from './person-meetings.tsx'

/** What the agenda has of somebody. A page waits for all of it: its parts are as tall as what is in them. */
export const usePersonAgenda = (person: AgendaPersonFilter, enabled = true) => {
  const followUps = useQuery({ ...buildPersonFollowUpsQuery(person), enabled })
  const meetings = useQuery({ ...buildPersonMeetingsQuery(person), enabled })
  const calls = useQuery({ ...buildPersonCallsQuery(person), enabled })
  return { followUps, meetings, calls, isLoading: followUps.isLoading || meetings.isLoading || calls.isLoading }
}
