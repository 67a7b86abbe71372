import { IconAlertTriangle } from '@tabler/icons-react'
import type { BankAccountChange } from '#contract/client-bank-accounts.ts'
import { useFormatters } from '#web/core/format.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { ApprovalLink } from '#web/domain/approval-link.tsx'
import { formatBankNumber } from '#web/domain/bank-number.ts'
import { StatusBadge } from '#web/domain/status-badge.tsx'
import { SharedNumberWarning } from './bank-account-badges.tsx'
import classes from './clients.module.css'

const useBankChangeText = () => {
  const { t } = useTranslation('client-bank-accounts')
  return ({ kind, makesDefault, takesOver, ...change }: BankAccountChange): string => {
    const number = formatBankNumber(change.number)
    const holder = change.holder ?? '–'
    if (kind === 'add') return t(makesDefault ? 'pending.addDefault' : 'pending.add', { number, holder })
    if (kind === 'default') return t('pending.default', { number })
    return takesOver
      ? t('pending.endTakenOver', { number, takesOver: formatBankNumber(takesOver) })
      : t('pending.end', { number })
  }
}

/** Changes of the bank accounts that wait for a second person, with what that person has to look at. */
export const PendingBankChanges = ({ pending }: { pending: readonly BankAccountChange[] }) => {
  const { t } = useTranslation('client-bank-accounts')
  const format = useFormatters()
  const what = useBankChangeText()
  if (pending.length === 0) return null
  return (
    <div className={classes.pending}>
      <h3 className={classes.pendingTitle}>{t('pending.title')}</h3>
      <ul className={classes.pendingList}>
        {pending.map((change) => (
          <li key={change.id}>
            <strong>{what(change)}</strong>
            <span className={classes.muted}>
              {t('pending.by', { name: change.askerName ?? '–', at: format.dateTime(change.askedAt) })}
            </span>
            {change.otherHolder && <StatusBadge tone="att" icon={IconAlertTriangle} label={t('pending.otherHolder')} />}
            <SharedNumberWarning sharing={change.sharing} />
            <ApprovalLink approvalId={change.approvalId}>{t('pending.open')}</ApprovalLink>
          </li>
        ))}
      </ul>
    </div>
  )
}
