import type { ProposalResult } from '#contract/approvals.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { ApprovalLink } from '#web/domain/approval-link.tsx'
import classes from './access.module.css'

/** What became of a change that was sent: done, or waiting for somebody else. Read out when it comes. */
export const SubmittedChangeNotice = ({ sent }: { sent: ProposalResult | null }) => {
  const { t } = useTranslation('permissions')
  return (
    <div role="status">
      {sent && (
        <p className={classes.sent}>
          {t(`sent.${sent.state}`)}
          {sent.approvalId && <ApprovalLink approvalId={sent.approvalId}>{t('sent.open')}</ApprovalLink>}
        </p>
      )}
    </div>
  )
}
