import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { WaitingSetting } from '#contract/waiting-setting.ts'
import { useCan } from '#web/core/session.ts'
import { useApprovalWords } from '#web/domain/approval-words.ts'
import { Notice } from '#web/ui/message.tsx'

/** What was asked for and waits for a second person. */
export const WaitingChanges = ({ changes }: { changes: readonly WaitingSetting[] }) => {
  const { t } = useTranslation('limits')
  const words = useApprovalWords()
  const mayOpen = useCan('bt_Aprobaciones', 'view')
  return (
    <div role="status">
      {changes.map(({ approvalId, ...change }) => (
        <Notice key={approvalId}>
          {t('waiting', { what: words.what(change) })}{' '}
          {mayOpen && <Link to={`/crm/Aprobaciones/${approvalId}`}>{t('open')}</Link>}
        </Notice>
      ))}
    </div>
  )
}
