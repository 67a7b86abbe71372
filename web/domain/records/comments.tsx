import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { addComment, listComments, type RecordComment } from '#contract/records.ts'
import { callEndpoint } from '#web/core/call.ts'
import { buildQueryMeta, callCombinedInSession } from '#web/core/query-client.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import layoutClasses from '#web/ui/layout.module.css'
import { FailureMessage } from '#web/ui/status-messages.tsx'
import { Comment } from './comment.tsx'
import { CommentField } from './comment-field.tsx'
import type { PanelProps, RecordKey } from './record-key.ts'
import classes from './records.module.css'
import { useNewComment } from './use-comment-draft.ts'

const useRecordComments = (params: RecordKey) =>
  useInfiniteQuery({
    queryKey: [listComments.path, { params }],
    queryFn: ({ pageParam, signal }) =>
      callCombinedInSession(listComments, { params, query: pageParam ? { before: pageParam } : {} }, signal),
    initialPageParam: '',
    meta: buildQueryMeta(listComments),
    getNextPageParam: ({ more, comments }) => (more ? comments.at(-1)?.id : undefined),
  })

const NewCommentForm = ({ recordKey }: { recordKey: RecordKey }) => {
  const { t } = useTranslation('records')
  const { text, setText, mention, mentions, buildHeaders, failure, isBusy, send, clear } = useNewComment(recordKey)
  const add = () =>
    send(async () => {
      await callEndpoint(addComment, { params: recordKey, body: { body: text, mentions } }, { headers: buildHeaders() })
      clear()
    })
  return (
    <div className={layoutClasses.tightRows}>
      <CommentField
        recordKey={recordKey}
        label={t('comments.label')}
        placeholder={t('comments.placeholder')}
        value={text}
        onChange={setText}
        onMention={mention}
        onSend={() => void add()}
      />
      <FailureMessage of={failure} />
      {text.trim() !== '' && (
        <div className={classes.actions}>
          <Button loading={isBusy} onClick={() => void add()}>
            {t('comments.send')}
          </Button>
        </div>
      )}
    </div>
  )
}

/** What people have written about the record, the newest first, and where to write more. */
export const Comments = ({ recordKey, state, messages }: PanelProps) => {
  const { t } = useTranslation('records')
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useRecordComments(recordKey)
  const comments = data?.pages.flatMap((page) => page.comments)
  const pinned = data?.pages[0]?.pinned ?? []
  const renderComment = (comment: RecordComment) => (
    <Comment key={comment.id} recordKey={recordKey} comment={comment} state={state} messages={messages} />
  )
  return (
    <>
      {state.mayComment && <NewCommentForm recordKey={recordKey} />}
      {error && !comments && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !comments && <div className={classes.skeleton} role="status" aria-label={t('loading')} />}
      {pinned.length > 0 && (
        <ul className={classes.comments} data-pinned aria-label={t('comments.pinned')}>
          {pinned.map(renderComment)}
        </ul>
      )}
      {comments?.length === 0 && pinned.length === 0 && (
        <EmptyState title={t('comments.empty')} hint={t('comments.emptyHint')} />
      )}
      {comments && comments.length > 0 && (
        <ul className={classes.comments} aria-label={t('comments.list')}>
          {comments.map(renderComment)}
        </ul>
      )}
      {hasNextPage && (
        <div>
          <Button variant="subtle" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('comments.older')}
          </Button>
        </div>
      )}
    </>
  )
}
