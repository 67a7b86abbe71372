import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Proposed } from '#contract/approvals.ts'
import classes from './access.module.css'

/** What became of a change that was sent: done, or waiting for somebody else. Read out when it comes. */
export const SentNotice = ({ sent }: { sent: Proposed | null }) => {
  const { t } = useTranslation('permissions')
  return (
    <div role="status">
      {sent && (
        <p className={classes.sent}>
          {t(`sent.${sent.state}`)}
          {sent.approvalId && <Link to={`/crm/Aprobaciones/${sent.approvalId}`}>{t('sent.open')}</Link>}
        </p>
      )}
    </div>
  )
}
