import { IconHeartHandshake } from '@tabler/icons-react'
import type { CancellationState } from '#contract/cancellations.ts'
import { processStateStyles } from '#web/domain/process-state-styles.ts'
import { StatusBadge } from '#web/domain/status-badge.tsx'

const cancellationBadgeStyles = {
  open: processStateStyles.done,
  executed: processStateStyles.done,
  retained: ['pos', IconHeartHandshake],
  expired: processStateStyles.lapsed,
} as const

/** The state as a plain element: a list draws many. */
export const renderCancellationBadge = (state: CancellationState, label: string) => {
  const [tone, icon] = cancellationBadgeStyles[state]
  return <StatusBadge tone={tone} icon={icon} label={label} />
}
