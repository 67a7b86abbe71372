import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Proposed } from '#contract/approvals.ts'
import { useCan } from '#web/core/session.ts'
import { Done } from '#web/ui/message.tsx'
import type { Bookable } from './book-dialog.tsx'

const BookDialog = lazy(() => import('./book-dialog.tsx'))

/** Whether the caller makes journals by hand, and may choose from the chart. */
export const useMayBook = (): boolean => {
  const [mayCreate, mayLook] = [useCan('bt_Contabilidad', 'create'), useCan('bt_Contabilidad', 'view')]
  return mayCreate && mayLook
}

/** The way to the change that waits, for whoever may see changes. */
export const ChangeLink = ({ approvalId, text }: { approvalId: string; text: string }) => {
  const maySee = useCan('bt_Aprobaciones', 'view')
  return maySee ? <Link to={`/crm/Aprobaciones/${approvalId}`}>{text}</Link> : null
}

/** What came of the wish to book a line. */
export const Booked = ({ proposed }: { proposed: Proposed | null }) => {
  const { t } = useTranslation('income')
  return (
    <Done>
      {proposed && (
        <>
          {t(`book.${proposed.state}`)}{' '}
          {proposed.approvalId && <ChangeLink approvalId={proposed.approvalId} text={t('book.see')} />}
        </>
      )}
    </Done>
  )
}

type Props = { line: Bookable; onDone: (proposed: Proposed) => void; size?: 'compact-sm'; name?: string }

/** Opens the question by which a line of the bank is booked by hand. */
export const BookButton = ({ line, onDone, size, name }: Props) => {
  const { t } = useTranslation('income')
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
