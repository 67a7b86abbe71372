import {
  IconArrowBackUp,
  IconCircleCheck,
  IconCircleDashed,
  IconCurrencyDollar,
  IconHourglass,
  IconPencil,
  IconQuestionMark,
  IconSend,
} from '@tabler/icons-react'
import type { BankEntryState } from '#contract/bank.ts'
import { StatusBadge } from '#web/domain/status-badge.tsx'

const entryBadgeStyles = {
  waiting: ['att', IconQuestionMark],
  posted: ['pos', IconCircleCheck],
  noted: ['pos', IconPencil],
  returning: ['att', IconHourglass],
  returned: ['muted', IconArrowBackUp],
  settled: ['info', IconSend],
  refund: ['muted', IconArrowBackUp],
  booked: ['pos', IconPencil],
  foreign: ['muted', IconCurrencyDollar],
  other: ['muted', IconCircleDashed],
} as const

/** What became of a line of the bank, as a plain element: a list draws many. */
export const renderBankEntryBadge = (state: BankEntryState, label: string) => {
  const [tone, icon] = entryBadgeStyles[state]
  return <StatusBadge tone={tone} icon={icon} label={label} />
}
