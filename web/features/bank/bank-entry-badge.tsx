import { IconCurrencyDollar, IconPencil, IconQuestionMark, IconSend } from '@tabler/icons-react'
import type { BankEntryState } from '#contract/bank.ts'
import { processStateStyles } from '#web/domain/process-state-styles.ts'
import { StatusBadge } from '#web/domain/status-badge.tsx'

const entryBadgeStyles = {
  waiting: ['att', IconQuestionMark],
  posted: processStateStyles.done,
  noted: ['pos', IconPencil],
  returning: processStateStyles.waiting,
  returned: processStateStyles.undone,
  settled: ['info', IconSend],
  refund: processStateStyles.undone,
  booked: ['pos', IconPencil],
  foreign: ['muted', IconCurrencyDollar],
  other: processStateStyles.none,
} as const

/** What became of a line of the bank, as a plain element: a list draws many. */
export const renderBankEntryBadge = (state: BankEntryState, label: string) => {
  const [tone, icon] = entryBadgeStyles[state]
  return <StatusBadge tone={tone} icon={icon} label={label} />
}
