import {
  IconArrowBackUp,
  IconBan,
  IconCalendarTime,
  IconCheck,
  IconClock,
  IconClockX,
  IconUserOff,
  IconX,
} from '@tabler/icons-react'
import type { HandoverState } from '#contract/handovers.ts'
import { StatusBadge } from '#web/domain/status-badge.tsx'

const looks = {
  proposed: ['att', IconClock],
  accepted: ['info', IconCalendarTime],
  done: ['pos', IconCheck],
  rejected: ['neg', IconX],
  withdrawn: ['muted', IconBan],
  expired: ['muted', IconClockX],
  failed: ['neg', IconUserOff],
  undone: ['muted', IconArrowBackUp],
} as const

/** The state as a plain element: a list draws many. */
export const stateBadge = (state: HandoverState, label: string) => {
  const [tone, icon] = looks[state]
  return <StatusBadge tone={tone} icon={icon} label={label} />
}
