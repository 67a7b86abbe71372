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

const looks = {
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
export const paymentBadge = (state: PaymentState, label: string) => {
  const [tone, icon] = looks[state]
  return <StatusBadge tone={tone} icon={icon} label={label} />
}
