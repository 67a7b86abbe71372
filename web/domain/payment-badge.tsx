import { IconPackage } from '@tabler/icons-react'
import type { PaymentState } from '#contract/payments.ts'
import { processStateStyles } from './process-state-styles.ts'
import { StatusBadge } from './status-badge.tsx'

const paymentBadgeStyles = {
  requested: processStateStyles.waiting,
  approved: processStateStyles.approved,
  in_batch: ['info', IconPackage],
  sent: processStateStyles.sent,
  paid: processStateStyles.done,
  returned: processStateStyles.undone,
  rejected: processStateStyles.rejected,
  canceled: processStateStyles.canceled,
} as const

/** The state as a plain element: a list draws many. */
export const renderPaymentBadge = (state: PaymentState, label: string) => {
  const [tone, icon] = paymentBadgeStyles[state]
  return <StatusBadge tone={tone} icon={icon} label={label} />
}
