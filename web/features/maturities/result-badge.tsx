import { IconArrowsExchange, IconRefresh } from '@tabler/icons-react'
import type { MaturedResult } from '#contract/maturities/matured.ts'
import { processStateStyles } from '#web/domain/process-state-styles.ts'
import { StatusBadge } from '#web/domain/status-badge.tsx'

const resultBadgeStyles = {
  renewed: ['pos', IconRefresh],
  transferred: ['pos', IconArrowsExchange],
  paid: processStateStyles.past,
  waiting: processStateStyles.waiting,
} as const

/** What became of a matured account, as a plain element: a list draws many. */
export const renderResultBadge = (result: MaturedResult, label: string) => {
  const [tone, icon] = resultBadgeStyles[result]
  return <StatusBadge tone={tone} icon={icon} label={label} />
}
