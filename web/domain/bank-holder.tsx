import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from '#web/core/use-translation.ts'
import { StatusBadge } from '#web/domain/status-badge.tsx'
import classes from './recent-bank-change-badge.module.css'

/** Whose the bank account is, below its number; marked for good where that is neither the client nor anybody who holds the account. */
export const BankHolder = ({ holder, isOther }: { holder: string | null; isOther: boolean }) => {
  const { t } = useTranslation('payments')
  if (holder === null) return null
  return (
    <span className={classes.bankChange}>
      {holder}
      {isOther && <StatusBadge tone="att" icon={IconAlertTriangle} label={t('otherHolder')} />}
    </span>
  )
}
