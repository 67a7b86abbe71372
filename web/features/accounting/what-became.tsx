import { useTranslation } from 'react-i18next'
import type { Proposed } from '#contract/approvals.ts'
import { ApprovalLink } from '#web/domain/approval-link.tsx'
import { Done } from '#web/ui/message.tsx'

/** What became of an entry that was asked for, and the way to the change that waits. */
export const WhatBecame = ({ of }: { of: Proposed | null }) => {
  const { t } = useTranslation('entries')
  return (
    <Done>
      {of && (
        <>
          {t(of.state)} {of.approvalId && <ApprovalLink approvalId={of.approvalId}>{t('see')}</ApprovalLink>}
        </>
      )}
    </Done>
  )
}
