import {
  IconArrowBackUp,
  IconBan,
  IconCheck,
  IconCircleCheck,
  IconClock,
  IconPackage,
  IconSend,
  IconX,
} from '@tabler/icons-react'
import type { PaymentState } from '#contract/payments.ts'
import { StatusBadge } from './status-badge.tsx'

const paymentBadgeStyles = {
  requested: ['att', IconClock],
  approved: ['info', IconCheck],
  in_batch: ['info', IconPackage],
  sent: ['info', IconSend],
  paid: ['pos', IconCircleCheck],
  returned: ['neg', IconArrowBackUp],
  rejected: ['neg', IconX],
  canceled: ['muted', IconBan],
} as const

/** The state as a plain element: a list draws many. */
export const renderPaymentBadge = (state: PaymentState, label: string) => {
  const [tone, icon] = paymentBadgeStyles[state]
  return <StatusBadge tone={tone} icon={icon} label={label} />
}
