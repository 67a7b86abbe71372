import { IconCalendarOff, IconUserCheck, IconUserOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { EmployeeRow } from '#contract/staff.ts'
import { useFormatters } from '#web/core/format.ts'
import { StatusBadge } from '#web/domain/status-badge.tsx'

type Props = Pick<EmployeeRow, 'state' | 'terminatedOn'>

/** Whether somebody works here, and until when. */
export const StateBadge = ({ state, terminatedOn }: Props) => {
  const { t } = useTranslation('staff')
  const date = useFormatters().date(terminatedOn)
  if (state === 'active') return <StatusBadge tone="pos" icon={IconUserCheck} label={t('states.active')} />
  return state === 'leaving' ? (
    <StatusBadge tone="att" icon={IconCalendarOff} label={t('leavingOn', { date })} />
  ) : (
    <StatusBadge tone="muted" icon={IconUserOff} label={t('leftOn', { date })} />
  )
}
