import type { EmployeeRow } from '#contract/staff.ts'
import { useFormatters } from '#web/core/format.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { processStateStyles } from '#web/domain/process-state-styles.ts'
import { StatusBadge } from '#web/domain/status-badge.tsx'

type Props = Pick<EmployeeRow, 'state' | 'terminatedOn'>

const employeeBadgeStyles = {
  active: processStateStyles.done,
  leaving: processStateStyles.scheduled,
  left: processStateStyles.past,
} as const

/** Whether somebody works here, and until when. */
export const StateBadge = ({ state, terminatedOn }: Props) => {
  const { t } = useTranslation('staff')
  const date = useFormatters().date(terminatedOn)
  const [tone, icon] = employeeBadgeStyles[state]
  const labels = { active: t('states.active'), leaving: t('leavingOn', { date }), left: t('leftOn', { date }) }
  return <StatusBadge tone={tone} icon={icon} label={labels[state]} />
}
