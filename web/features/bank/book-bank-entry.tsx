import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import type { ProposalResult } from '#contract/approvals.ts'
import { usePermission } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { ApprovalLink } from '#web/domain/approval-link.tsx'
import { SuccessMessage } from '#web/ui/status-messages.tsx'
import type { BookableBankEntry } from './book-bank-entry-dialog.tsx'

const LazyBookBankEntryDialog = lazy(() => import('./book-bank-entry-dialog.tsx'))

/** Whether the caller makes journals by hand, and may choose from the chart. */
export const useCanBookBankEntry = (): boolean => {
  const mayCreate = usePermission('bt_Contabilidad', 'create')
  const mayLook = usePermission('bt_Contabilidad', 'view')
  return mayCreate && mayLook
}

/** What came of the wish to book a line. */
export const BookingProposedMessage = ({ proposed }: { proposed: ProposalResult | null }) => {
  const { t } = useTranslation('contributions')
  return (
    <SuccessMessage>
      {proposed && (
        <>
          {t(`book.${proposed.state}`)}{' '}
          {proposed.approvalId && <ApprovalLink approvalId={proposed.approvalId}>{t('book.see')}</ApprovalLink>}
        </>
      )}
    </SuccessMessage>
  )
}

type Props = { line: BookableBankEntry; onDone: (proposed: ProposalResult) => void; size?: 'compact-sm'; name?: string }

/** Opens the question by which a line of the bank is booked by hand. */
export const BookBankEntryButton = ({ line, onDone, size, name }: Props) => {
  const { t } = useTranslation('contributions')
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button {...(size && { size, variant: 'subtle' })} aria-label={name} onClick={() => setAsking(true)}>
        {t('book.action')}
      </Button>
      <Suspense>
        {asking && <LazyBookBankEntryDialog line={line} onDone={onDone} onClose={() => setAsking(false)} />}
      </Suspense>
    </>
  )
}
