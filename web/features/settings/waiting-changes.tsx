import type { PendingSettingChange } from '#contract/approvals/pending-setting-change.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { ApprovalLink } from '#web/domain/approval-link.tsx'
import { useApprovalTexts } from '#web/domain/approval-texts.ts'
import layoutClasses from '#web/ui/layout.module.css'
import { Notice } from '#web/ui/status-messages.tsx'

/** What was asked for and waits for a second person. */
export const WaitingSettingChanges = ({ changes }: { changes: readonly PendingSettingChange[] }) => {
  const { t } = useTranslation('limits')
  const words = useApprovalTexts()
  return (
    <div role="status" className={layoutClasses.tightRows}>
      {changes.map(({ approvalId, ...change }) => (
        <Notice key={approvalId}>
          {t('waiting', { what: words.what(change) })} <ApprovalLink approvalId={approvalId}>{t('open')}</ApprovalLink>
        </Notice>
      ))}
    </div>
  )
}
