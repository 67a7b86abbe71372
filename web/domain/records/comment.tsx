import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { editComment, type RecordComment as Row, removeComment } from '#contract/records.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useFormatters } from '#web/core/format.ts'
import { StaffPicture } from '#web/domain/staff-picture.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { FailureMessage } from '#web/ui/status-messages.tsx'
import { CommentField } from './comment-field.tsx'
import { splitByMentions } from './mentions.ts'
import type { RecordKey } from './record-key.ts'
import classes from './records.module.css'
import { useCommentDraft, useRefreshComments } from './use-comment-draft.ts'

type Props = { of: RecordKey; comment: Row; mayModerate: boolean }

const CommentBody = ({ comment }: { comment: Row }) => (
  <p className={classes.body}>
    {splitByMentions(comment.body, comment.mentions).map(({ text, isMention }, at) =>
      isMention ? (
        // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text have their place and no other name.
        <strong key={at} className={classes.mention}>
          {text}
        </strong>
      ) : (
        text
      ),
    )}
  </p>
)

const CommentEditForm = ({ of, comment, onDone }: { of: RecordKey; comment: Row; onDone: () => void }) => {
  const { t } = useTranslation(['records', 'common'])
  const refresh = useRefreshComments()
  const { text, setText, mention, mentions, failure, isBusy, send } = useCommentDraft(comment.body, comment.mentions)
  const save = () =>
    send(async () => {
      const params = { ...of, commentId: comment.id }
      await callEndpoint(editComment, { params, body: { body: text, mentions, version: comment.version } })
      await refresh(of)
      onDone()
    })
  return (
    <div className={classes.write}>
      <CommentField
        of={of}
        label={t('comments.editLabel')}
        value={text}
        onChange={setText}
        onMention={mention}
        onSend={() => void save()}
        onEscape={onDone}
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
    </div>
  )
}

/** One comment: who, when and what; of one that was removed, only who removed it. */
export const Comment = ({ of, comment, mayModerate }: Props) => {
  const { t } = useTranslation('records')
  const format = useFormatters()
  const refresh = useRefreshComments()
  const [isEditing, setEditing] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const { authorName, at, editedAt, removedAt, removedByName, actingCvl, mine } = comment
  const name = authorName ?? t('comments.somebody')
  const remove = async (): Promise<void> => {
    setFailure(null)
    try {
      const params = { ...of, commentId: comment.id }
      await callEndpoint(removeComment, { params, body: { version: comment.version } })
    } catch (error) {
      setFailure(error)
    }
    await refresh(of)
  }
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
          {editedAt && <span title={format.dateTime(editedAt)}>{t('comments.edited')}</span>}
        </div>
        {isEditing ? (
          <CommentEditForm of={of} comment={comment} onDone={() => setEditing(false)} />
        ) : (
          <CommentBody comment={comment} />
        )}
        <FailureMessage of={failure} />
        {!isEditing && (mine || mayModerate) && (
          <div className={classes.tools}>
            {mine && (
              <Button variant="subtle" size="compact-sm" onClick={() => setEditing(true)}>
                {t('comments.edit')}
              </Button>
            )}
            <Button variant="subtle" size="compact-sm" onClick={() => setAsking(true)}>
              {t('comments.remove')}
            </Button>
          </div>
        )}
      </div>
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
