import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listAttachments } from '#contract/records/attachments.ts'
import { buildQueryMeta, callInSession } from '#web/core/query-client.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Attachment } from './attachment.tsx'
import { AttachmentDropZone } from './attachment-drop-zone.tsx'
import type { PanelProps } from './record-key.ts'
import classes from './records.module.css'

const AttachmentList = ({ recordKey, state, messages, removed }: PanelProps & { removed: boolean }) => {
  const { t } = useTranslation('records')
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: [listAttachments.path, { params: recordKey, removed }],
    queryFn: ({ pageParam, signal }) =>
      callInSession(
        listAttachments,
        { params: recordKey, query: { ...(removed && { removed: 'true' }), ...(pageParam && { before: pageParam }) } },
        signal,
      ),
    initialPageParam: '',
    meta: buildQueryMeta(listAttachments),
    getNextPageParam: ({ more, attachments }) => (more ? attachments.at(-1)?.id : undefined),
  })
  const attachments = data?.pages.flatMap((page) => page.attachments)
  if (error && !attachments) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!attachments) return <div className={classes.skeleton} role="status" aria-label={t('loading')} />
  if (attachments.length === 0)
    return (
      <EmptyState
        title={t(removed ? 'attachments.noneRemoved' : 'attachments.empty')}
        hint={t(removed ? 'attachments.noneRemovedHint' : 'attachments.emptyHint')}
      />
    )
  return (
    <>
      <ul className={classes.comments} aria-label={t(removed ? 'attachments.removed' : 'panels.documents')}>
        {attachments.map((attachment) => (
          <Attachment
            key={attachment.id}
            recordKey={recordKey}
            attachment={attachment}
            mayWork={state.mayWork}
            messages={messages}
          />
        ))}
      </ul>
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

/** The documents of the record, and for whoever works on it where to add some and to restore what was removed. */
export const Attachments = (props: PanelProps) => {
  const { recordKey, state } = props
  const { t } = useTranslation('records')
  const [removed, setRemoved] = useState(false)
  return (
    <>
      {state.mayWork && <AttachmentDropZone recordKey={recordKey} />}
      <AttachmentList {...props} removed={false} />
      {state.mayWork && (
        <div>
          <Button variant="subtle" size="compact-sm" aria-expanded={removed} onClick={() => setRemoved(!removed)}>
            {t(removed ? 'attachments.hideRemoved' : 'attachments.showRemoved')}
          </Button>
        </div>
      )}
      {removed && <AttachmentList {...props} removed />}
    </>
  )
}
