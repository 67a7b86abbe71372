import type { ApprovalRow } from '#contract/approvals.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { processStateStyles } from '#web/domain/process-state-styles.ts'
import { StatusBadge } from '#web/domain/status-badge.tsx'

const approvalBadgeStyles = {
  pending: processStateStyles.waiting,
  approved: processStateStyles.approved,
  rejected: processStateStyles.rejected,
  withdrawn: processStateStyles.canceled,
  expired: processStateStyles.lapsed,
} as const

/** How it stands with a change. */
export const ApprovalStateBadge = ({ state }: Pick<ApprovalRow, 'state'>) => {
  const { t } = useTranslation('approvals')
  const [tone, icon] = approvalBadgeStyles[state]
  return <StatusBadge tone={tone} icon={icon} label={t(`states.${state}`)} />
}
