import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { getJournal } from '#contract/journals.ts'
import { read } from '#web/core/query.ts'
import { JournalEntry } from '#web/domain/journal-entry.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'

type Place = { clientId: string; accountId: string; journalId: string }

/** The double entry behind a movement, and the way to take it back. */
export const JournalDialog = ({ onClose, ...place }: Place & { onClose: () => void }) => {
  const { t } = useTranslation('journals')
  const { data, error, refetch } = useQuery(read(getJournal, { params: place }))
  return (
    <Dialog size="lg" title={t('title', { id: place.journalId })} onClose={onClose}>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data && !error && <JournalEntry journal={data} place={place} />}
    </Dialog>
  )
}
