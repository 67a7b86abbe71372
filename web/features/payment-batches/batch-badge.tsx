import { IconBan, IconCheck, IconCircleCheck, IconClock, IconPencil, IconSend } from '@tabler/icons-react'
import type { BatchState } from '#contract/payment-batches.ts'
import { StatusBadge } from '#web/domain/status-badge.tsx'

const batchBadgeStyles = {
  draft: ['muted', IconPencil],
  waiting: ['att', IconClock],
  approved: ['info', IconCheck],
  sending: ['info', IconSend],
  sent: ['pos', IconCircleCheck],
  given_up: ['muted', IconBan],
} as const

/** The state of a batch as a plain element: a list draws many. */
export const renderBatchBadge = (state: BatchState, label: string) => {
  const [tone, icon] = batchBadgeStyles[state]
  return <StatusBadge tone={tone} icon={icon} label={label} />
}
