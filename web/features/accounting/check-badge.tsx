import { processStateStyles } from '#web/domain/process-state-styles.ts'
import { StatusBadge } from '#web/domain/status-badge.tsx'

const checkBadgeStyles = {
  running: processStateStyles.underWay,
  holds: processStateStyles.done,
  differs: processStateStyles.failed,
} as const

/** What a look at the books has come to. */
export const renderCheckBadge = (state: keyof typeof checkBadgeStyles, label: string) => {
  const [tone, icon] = checkBadgeStyles[state]
  return <StatusBadge tone={tone} icon={icon} label={label} />
}
