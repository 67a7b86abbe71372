import { stateStyles } from '#web/domain/state-styles.ts'
import { StatusBadge } from '#web/domain/status-badge.tsx'

/** Whether accounts can be opened in it. */
export const renderSaleBadge = (onSale: boolean, label: string) => {
  const [tone, icon] = onSale ? stateStyles.done : stateStyles.canceled
  return <StatusBadge tone={tone} icon={icon} label={label} />
}
