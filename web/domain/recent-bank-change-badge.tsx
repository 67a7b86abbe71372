import { IconHistory } from '@tabler/icons-react'
import { useFormatters } from '#web/core/format.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { StatusBadge } from '#web/domain/status-badge.tsx'
import classes from './recent-bank-change-badge.module.css'

/** That the client was led to be paid there a few days ago, beside the number: what whoever lets the money go has to know. */
export const RecentBankChangeBadge = ({ at }: { at: string | null }) => {
  const { t } = useTranslation('payments')
  const format = useFormatters()
  if (at === null) return null
  return (
    <span className={classes.bankChange}>
      <StatusBadge tone="att" icon={IconHistory} label={t('detail.bankChanged', { at: format.dateTime(at) })} />
    </span>
  )
}
