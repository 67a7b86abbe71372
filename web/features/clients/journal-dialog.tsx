import { useQuery } from '@tanstack/react-query'
import { getJournal } from '#contract/journals.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { JournalEntryDetail } from '#web/domain/journal-entry.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'

type JournalLocation = { clientId: string; accountId: string; journalId: string }

/** The double entry behind a movement, and the way to take it back. */
export const JournalDialog = ({ onClose, ...place }: JournalLocation & { onClose: () => void }) => {
  const { t } = useTranslation('journals')
  const { data, error, refetch } = useQuery(buildQueryOptions(getJournal, { params: place }))
  return (
    <Dialog size="lg" title={t('title', { id: place.journalId })} onClose={onClose}>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data && !error && <JournalEntryDetail journal={data} place={place} />}
    </Dialog>
  )
}
