import { useTranslation } from 'react-i18next'
import type { WaitingSetting } from '#contract/approvals/waiting-setting.ts'
import { ApprovalLink } from '#web/domain/approval-link.tsx'
import { useApprovalWords } from '#web/domain/approval-words.ts'
import { Notice } from '#web/ui/message.tsx'
import classes from './settings.module.css'

/** What was asked for and waits for a second person. */
export const WaitingChanges = ({ changes }: { changes: readonly WaitingSetting[] }) => {
  const { t } = useTranslation('limits')
  const words = useApprovalWords()
  return (
    <div role="status" className={classes.notices}>
      {changes.map(({ approvalId, ...change }) => (
        <Notice key={approvalId}>
          {t('waiting', { what: words.what(change) })} <ApprovalLink approvalId={approvalId}>{t('open')}</ApprovalLink>
        </Notice>
      ))}
    </div>
  )
}
