import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type ActivityRow, listRecordActivity } from '#contract/records.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildQueryMeta, callInSession } from '#web/core/query-client.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { useAuditTexts } from '#web/domain/audit-texts.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import type { RecordKey } from './record-key.ts'
import classes from './records.module.css'

const useRecordActivity = (params: RecordKey) =>
  useInfiniteQuery({
    queryKey: [listRecordActivity.path, { params }],
    queryFn: ({ pageParam, signal }) =>
      callInSession(listRecordActivity, { params, query: pageParam ? { before: pageParam } : {} }, signal),
    initialPageParam: '',
    meta: buildQueryMeta(listRecordActivity),
    getNextPageParam: ({ more, events }) => (more ? events.at(-1)?.id : undefined),
  })

/** What was done, with whom or what it named. */
const useActivityText = () => {
  const { t } = useTranslation('records')
  const words = useAuditTexts()
  return ({ action, assigneeName, tag }: ActivityRow): string => {
    if (action === 'assignment.changed')
      return assigneeName ? t('activity.assigned', { name: assigneeName }) : t('activity.unassigned')
    return tag ? `${words.action(action)}: ${tag}` : words.action(action)
  }
}

/** What happened to the record, the newest first. */
export const Activity = ({ recordKey }: { recordKey: RecordKey }) => {
  const { t } = useTranslation('records')
  const format = useFormatters()
  const words = useAuditTexts()
  const what = useActivityText()
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useRecordActivity(recordKey)
  const events = data?.pages.flatMap((page) => page.events)
  if (error && !events) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!events) return <div className={classes.skeleton} role="status" aria-label={t('loading')} />
  if (events.length === 0) return <EmptyState title={t('activity.empty')} hint={t('activity.emptyHint')} />
  return (
    <>
      <ol className={classes.activity} aria-label={t('activity.list')}>
        {events.map((event) => (
          <li key={event.id}>
            <time dateTime={event.at}>{format.dateTime(event.at)}</time>
            <span>
              {what(event)}
              <span className={classes.who} translate="no">
                {words.who({ ...event, cvl: null, actingName: null })}
              </span>
            </span>
          </li>
        ))}
      </ol>
      {hasNextPage && (
        <div>
          <Button variant="subtle" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('activity.older')}
          </Button>
        </div>
      )}
    </>
  )
}
