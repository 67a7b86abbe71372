import type { ExternalPositionState } from '#contract/external-positions/kinds.ts'
import { stateStyles } from '#web/domain/state-styles.ts'
import { StatusBadge } from '#web/domain/status-badge.tsx'

/** Whether a position still counts, as a plain element: a list draws many. */
export const renderPositionBadge = (state: ExternalPositionState, label: string) => {
  const [tone, icon] = state === 'open' ? stateStyles.done : stateStyles.canceled
  return <StatusBadge tone={tone} icon={icon} label={label} />
}
