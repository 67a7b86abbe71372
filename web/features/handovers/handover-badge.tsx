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

const handoverBadgeStyles = {
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
export const renderHandoverBadge = (state: HandoverState, label: string) => {
  const [tone, icon] = handoverBadgeStyles[state]
  return <StatusBadge tone={tone} icon={icon} label={label} />
}
