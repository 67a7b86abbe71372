import { IconCheck, IconClock, IconHeartHandshake, IconHourglassEmpty } from '@tabler/icons-react'
import type { CancellationState } from '#contract/cancellations.ts'
import { StatusBadge } from '#web/domain/status-badge.tsx'

const cancellationBadgeStyles = {
  open: ['att', IconClock],
  executed: ['neg', IconCheck],
  retained: ['pos', IconHeartHandshake],
  expired: ['muted', IconHourglassEmpty],
} as const

/** The state as a plain element: a list draws many. */
export const renderCancellationBadge = (state: CancellationState, label: string) => {
  const [tone, icon] = cancellationBadgeStyles[state]
  return <StatusBadge tone={tone} icon={icon} label={label} />
}
