import { IconArrowBackUp, IconCheck, IconClock, IconHourglassOff, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ApprovalRow } from '#contract/approvals.ts'
import { StatusBadge } from '#web/domain/status-badge.tsx'

const approvalBadgeStyles = {
  pending: ['att', IconClock],
  approved: ['pos', IconCheck],
  rejected: ['neg', IconX],
  withdrawn: ['muted', IconArrowBackUp],
  expired: ['muted', IconHourglassOff],
} as const

/** How it stands with a change. */
export const ApprovalStateBadge = ({ state }: Pick<ApprovalRow, 'state'>) => {
  const { t } = useTranslation('approvals')
  const [tone, icon] = approvalBadgeStyles[state]
  return <StatusBadge tone={tone} icon={icon} label={t(`states.${state}`)} />
}
