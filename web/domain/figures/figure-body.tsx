import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from '#web/core/use-translation.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { RecordSkeleton } from '#web/ui/record-cards.tsx'

type Props<Data> = {
  result: Pick<UseQueryResult<Data>, 'data' | 'error' | 'isLoading' | 'refetch'>
  /** Tiles of the outline while it loads. */
  tiles: number
  /** False where a person chose days of their own and one of them is missing. */
  isComplete?: boolean
  children: (data: Data) => ReactNode
}

/** The part of a screen of figures below its head: what was read, or why it is not there. */
export const FigureBody = <Data,>({ result, tiles, isComplete = true, children }: Props<Data>) => {
  const { t } = useTranslation(['figures', 'list'])
  const { data, error, isLoading, refetch } = result
  if (!isComplete) return <EmptyState title={t('noDates')} hint={t('noDatesHint')} />
  if (isLoading) return <RecordSkeleton label={t('list:loading')} tiles={tiles} />
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  return data === undefined ? null : children(data)
}
