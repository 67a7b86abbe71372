import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Proposed } from '#contract/approvals.ts'
import { useCan } from '#web/core/session.ts'
import { ApprovalLink } from '#web/domain/approval-link.tsx'
import { Done } from '#web/ui/message.tsx'
import type { Bookable } from './book-dialog.tsx'

const BookDialog = lazy(() => import('./book-dialog.tsx'))

/** Whether the caller makes journals by hand, and may choose from the chart. */
export const useMayBook = (): boolean => {
  const [mayCreate, mayLook] = [useCan('bt_Contabilidad', 'create'), useCan('bt_Contabilidad', 'view')]
  return mayCreate && mayLook
}

/** What came of the wish to book a line. */
export const Booked = ({ proposed }: { proposed: Proposed | null }) => {
  const { t } = useTranslation('contributions')
  return (
    <Done>
      {proposed && (
        <>
          {t(`book.${proposed.state}`)}{' '}
          {proposed.approvalId && <ApprovalLink approvalId={proposed.approvalId}>{t('book.see')}</ApprovalLink>}
        </>
      )}
    </Done>
  )
}

type Props = { line: Bookable; onDone: (proposed: Proposed) => void; size?: 'compact-sm'; name?: string }

/** Opens the question by which a line of the bank is booked by hand. */
export const BookButton = ({ line, onDone, size, name }: Props) => {
  const { t } = useTranslation('contributions')
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button {...(size && { size, variant: 'subtle' })} aria-label={name} onClick={() => setAsking(true)}>
        {t('book.action')}
      </Button>
      <Suspense>{asking && <BookDialog line={line} onDone={onDone} onClose={() => setAsking(false)} />}</Suspense>
    </>
  )
}
