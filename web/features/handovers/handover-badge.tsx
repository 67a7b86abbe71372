import type { HandoverState } from '#contract/handovers.ts'
import { processStateStyles } from '#web/domain/process-state-styles.ts'
import { StatusBadge } from '#web/domain/status-badge.tsx'

const handoverBadgeStyles = {
  proposed: processStateStyles.waiting,
  accepted: processStateStyles.scheduled,
  done: processStateStyles.done,
  rejected: processStateStyles.rejected,
  withdrawn: processStateStyles.canceled,
  expired: processStateStyles.lapsed,
  failed: processStateStyles.failed,
  undone: processStateStyles.undone,
} as const

/** The state as a plain element: a list draws many. */
export const renderHandoverBadge = (state: HandoverState, label: string) => {
  const [tone, icon] = handoverBadgeStyles[state]
  return <StatusBadge tone={tone} icon={icon} label={label} />
}
