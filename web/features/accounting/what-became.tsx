import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Proposed } from '#contract/approvals.ts'
import { useCan } from '#web/core/session.ts'
import { Done } from '#web/ui/message.tsx'

/** What became of an entry that was asked for, and the way to the change that waits. */
export const WhatBecame = ({ of }: { of: Proposed | null }) => {
  const { t } = useTranslation('entries')
  const maySeeApprovals = useCan('bt_Aprobaciones', 'view')
  return (
    <Done>
      {of && (
        <>
          {t(of.state)}{' '}
          {of.approvalId && maySeeApprovals && <Link to={`/crm/Aprobaciones/${of.approvalId}`}>{t('see')}</Link>}
        </>
      )}
    </Done>
  )
}
