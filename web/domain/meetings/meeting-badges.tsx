import { IconCalendarEvent, IconCircleCheck, IconCircleX, IconUserQuestion } from '@tabler/icons-react'
import type { MeetingState } from '#contract/meetings/words.ts'
import { StatusBadge } from '../status-badge.tsx'

/** How each state is drawn. */
export const meetingStateStyles = {
  scheduled: ['info', IconCalendarEvent],
  held: ['pos', IconCircleCheck],
  no_show: ['att', IconUserQuestion],
  canceled: ['muted', IconCircleX],
} as const

/** The state as a plain element: a list draws many. */
export const renderMeetingState = (state: MeetingState, label: string) => {
  const [tone, icon] = meetingStateStyles[state]
  return <StatusBadge tone={tone} icon={icon} label={label} />
}
