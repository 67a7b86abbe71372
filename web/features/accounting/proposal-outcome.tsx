import type { ProposalResult } from '#contract/approvals.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { ApprovalLink } from '#web/domain/approval-link.tsx'
import { SuccessMessage } from '#web/ui/status-messages.tsx'

/** What became of an entry that was asked for, and the way to the change that waits. */
export const ProposalOutcomeMessage = ({ of }: { of: ProposalResult | null }) => {
  const { t } = useTranslation('entries')
  return (
    <SuccessMessage>
      {of && (
        <>
          {t(of.state)} {of.approvalId && <ApprovalLink approvalId={of.approvalId}>{t('see')}</ApprovalLink>}
        </>
      )}
    </SuccessMessage>
  )
}
