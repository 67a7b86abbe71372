import { CallError } from '#web/core/call.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { ErrorState } from './error-state.tsx'
import { Page } from './page.tsx'
import { PageHead } from './page-head.tsx'
import { RecordSkeleton } from './record-cards.tsx'
import { RecordNotFound } from './record-not-found.tsx'

type Props = {
  /** What kind of record it is; `failed` says more where it is there and could not be read. */
  title: string
  failed?: string
  error: unknown
  refetch: () => unknown
  /** How many figures stand at its head. */
  tiles?: number
}

/** In place of a record: its shape while it is on its way; then what is wrong, and another try where that may help. */
export const MissingRecord = ({ title, failed = title, error, refetch, tiles = 0 }: Props) => {
  const { t } = useTranslation('list')
  if (!error) return <RecordSkeleton label={t('loading')} tiles={tiles} />
  const missing = error instanceof CallError && error.status === 404
  return (
    <Page>
      <PageHead title={missing ? title : failed} />
      {missing ? <RecordNotFound error={error} /> : <ErrorState error={error} onRetry={() => void refetch()} />}
    </Page>
  )
}
