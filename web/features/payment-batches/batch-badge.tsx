import type { BatchState } from '#contract/payment-batches.ts'
import { processStateStyles } from '#web/domain/process-state-styles.ts'
import { StatusBadge } from '#web/domain/status-badge.tsx'

const batchBadgeStyles = {
  draft: processStateStyles.draft,
  waiting: processStateStyles.waiting,
  approved: processStateStyles.approved,
  sending: processStateStyles.underWay,
  sent: processStateStyles.sent,
  given_up: processStateStyles.canceled,
} as const

/** The state of a batch as a plain element: a list draws many. */
export const renderBatchBadge = (state: BatchState, label: string) => {
  const [tone, icon] = batchBadgeStyles[state]
  return <StatusBadge tone={tone} icon={icon} label={label} />
}
