import { Button } from '@mantine/core'
import { IconPin } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { pinComment } from '#contract/records/comment-history.ts'
import { editComment, type RecordComment, removeComment, restoreComment } from '#contract/records.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useFormatters } from '#web/core/format.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { StaffPicture } from '#web/domain/staff-picture.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import layoutClasses from '#web/ui/layout.module.css'
import { FailureMessage } from '#web/ui/status-messages.tsx'
import { useAction } from '#web/ui/use-action.ts'
import type { ResultMessages } from '#web/ui/use-result-message.ts'
import { CommentField } from './comment-field.tsx'
import { FormattedText } from './formatted-text.tsx'
import type { PanelsState, RecordKey } from './record-key.ts'
import classes from './records.module.css'
import { useCommentChange } from './use-comment-draft.ts'

type Props = {
  recordKey: RecordKey
  comment: RecordComment
  state: PanelsState
  messages: ResultMessages
}

/** Comes with the first comment whose versions are looked at. */
const LazyCommentHistoryDialog = lazy(() => import('./comment-history-dialog.tsx'))

const CommentEditForm = ({
  recordKey,
  comment,
  onDone,
}: {
  recordKey: RecordKey
  comment: RecordComment
  onDone: () => void
}) => {
  const { t } = useTranslation(['records', 'common'])
  const change = useCommentChange(comment.body, comment.mentions)
  const { text, setText, mention, mentions, isDirty, failure, isBusy, send } = change
  const [isAsking, setAsking] = useState(false)
  // Of the text that was there when the change began: what was changed elsewhere since is not undone.
  const [version] = useState(comment.version)
  const save = () =>
    send(async () => {
      const params = { ...recordKey, commentId: comment.id }
      await callEndpoint(editComment, { params, body: { body: text, mentions, version } })
      onDone()
    })
  return (
    <div className={layoutClasses.tightRows}>
      <CommentField
        recordKey={recordKey}
        label={t('comments.editLabel')}
        value={text}
        onChange={setText}
        onMention={mention}
        onSend={() => void save()}
        onEscape={() => (isDirty ? setAsking(true) : onDone())}
        focused
      />
      <FailureMessage of={failure} />
      <div className={classes.actions}>
        <Button variant="default" onClick={onDone}>
          {t('common:cancel')}
        </Button>
        <Button loading={isBusy} disabled={text.trim() === ''} onClick={() => void save()}>
          {t('comments.save')}
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title={t('comments.discardTitle')}
          text={t('comments.discardText')}
          action={t('comments.discard')}
          onConfirm={onDone}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  )
}

/** One comment: who, when and what; of one that was removed, only who removed it. */
export const Comment = ({ recordKey, comment, state, messages }: Props) => {
  const { t } = useTranslation('records')
  const format = useFormatters()
  const [isEditing, setEditing] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const [isShowingVersions, setShowingVersions] = useState(false)
  const { failure, run } = useAction()
  const { mayComment, mayModerate, mayWork } = state
  const { authorName, at, editedAt, removedAt, removedByName, actingCvl, pinnedAt, pinnedByName } = comment
  const mine = mayComment && comment.mine
  const togglePin = (): Promise<boolean> =>
    run(() =>
      callEndpoint(
        pinComment,
        { params: { ...recordKey, commentId: comment.id }, body: { pinned: pinnedAt === null } },
        { refreshOnRefusal: true },
      ),
    )
  const name = authorName ?? t('comments.somebody')
  const remove = (): Promise<boolean> =>
    run(async () => {
      const params = { ...recordKey, commentId: comment.id }
      const { body, mentions } = comment
      const request = { params, body: { version: comment.version } }
      const { version } = await callEndpoint(removeComment, request, { refreshOnRefusal: true })
      // The server keeps none of its words: they go back from here.
      const undo = async (): Promise<string> => {
        await callEndpoint(restoreComment, { params, body: { version, body, mentions } })
        return t('comments.restored')
      }
      messages.show({ text: t('comments.removedNow'), undo })
    })
  if (removedAt)
    return (
      <li className={classes.removed}>
        {t('comments.removed', { name: removedByName ?? t('comments.somebody') })}{' '}
        <time dateTime={removedAt} title={format.dateTime(removedAt)}>
          {format.relative(removedAt)}
        </time>
      </li>
    )
  return (
    <li className={classes.comment}>
      <StaffPicture employeeId="" name={name} pictureId={null} />
      <div className={classes.words}>
        <div className={classes.line}>
          <strong translate="no">{name}</strong>
          <time dateTime={at} title={format.dateTime(at)}>
            {format.relative(at)}
          </time>
          {actingCvl && <span>{t('comments.acting', { cvl: actingCvl })}</span>}
          {editedAt && (
            <Button
              variant="subtle"
              size="compact-xs"
              title={`${format.dateTime(editedAt)} · ${t('history.open')}`}
              aria-label={`${t('comments.edited')}: ${t('history.open')}`}
              onClick={() => setShowingVersions(true)}
            >
              {t('comments.edited')}
            </Button>
          )}
          {pinnedAt && (
            <span title={format.dateTime(pinnedAt)}>
              <IconPin size={12} aria-hidden />{' '}
              {t('comments.pinnedBy', { name: pinnedByName ?? t('comments.somebody') })}
            </span>
          )}
        </div>
        {isEditing ? (
          <CommentEditForm recordKey={recordKey} comment={comment} onDone={() => setEditing(false)} />
        ) : (
          <FormattedText text={comment.body} mentions={comment.mentions} />
        )}
        <FailureMessage of={failure} />
        {!isEditing && (mine || mayModerate || mayWork) && (
          <div className={classes.tools}>
            {mine && (
              <Button variant="subtle" size="compact-sm" onClick={() => setEditing(true)}>
                {t('comments.edit')}
              </Button>
            )}
            {mayWork && (
              <Button variant="subtle" size="compact-sm" onClick={() => void togglePin()}>
                {t(pinnedAt ? 'comments.unpin' : 'comments.pin')}
              </Button>
            )}
            {(mine || mayModerate) && (
              <Button variant="subtle" size="compact-sm" onClick={() => setAsking(true)}>
                {t('comments.remove')}
              </Button>
            )}
          </div>
        )}
      </div>
      <Suspense>
        {isShowingVersions && (
          <LazyCommentHistoryDialog recordKey={recordKey} comment={comment} onClose={() => setShowingVersions(false)} />
        )}
      </Suspense>
      {isAsking && (
        <ConfirmDialog
          title={t('comments.removeTitle')}
          text={t('comments.removeText')}
          action={t('comments.remove')}
          onConfirm={() => void remove()}
          onClose={() => setAsking(false)}
        />
      )}
    </li>
  )
}
