import { IconCheck, IconClock, IconHeartHandshake, IconHourglassEmpty } from '@tabler/icons-react'
import type { CancellationState } from '#contract/cancellations.ts'
import { StatusBadge } from '#web/domain/status-badge.tsx'

const looks = {
  open: ['att', IconClock],
  executed: ['neg', IconCheck],
  retained: ['pos', IconHeartHandshake],
  expired: ['muted', IconHourglassEmpty],
} as const

/** The state as a plain element: a list draws many. */
export const stateBadge = (state: CancellationState, label: string) => {
  const [tone, icon] = looks[state]
  return <StatusBadge tone={tone} icon={icon} label={label} />
}
