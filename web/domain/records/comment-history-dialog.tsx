import { useQuery } from '@tanstack/react-query'
import { getCommentHistory } from '#contract/records/comment-history.ts'
import type { RecordComment } from '#contract/records.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { FormattedText } from './formatted-text.tsx'
import type { RecordKey } from './record-key.ts'
import classes from './records.module.css'

type Props = { recordKey: RecordKey; comment: RecordComment; onClose: () => void }

/** What a comment said, the newest version first: who wrote each, and when. */
export default function CommentHistoryDialog({ recordKey, comment, onClose }: Props) {
  const { t } = useTranslation('records')
  const format = useFormatters()
  const { data, error, refetch } = useQuery(
    buildQueryOptions(getCommentHistory, { params: { ...recordKey, commentId: comment.id } }),
  )
  return (
    <Dialog title={t('history.title')} size="lg" onClose={onClose}>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !data && <div className={classes.skeleton} role="status" aria-label={t('loading')} />}
      {data && (
        <ol className={classes.versions} aria-label={t('history.title')}>
          {data.versions.map(({ version, body, at, authorName, actingCvl }) => (
            <li key={version}>
              <div className={classes.line}>
                <strong translate="no">{authorName ?? t('comments.somebody')}</strong>
                <time dateTime={at}>{format.dateTime(at)}</time>
                {actingCvl && <span>{t('comments.acting', { cvl: actingCvl })}</span>}
                {version === comment.version && <span>{t('history.current')}</span>}
              </div>
              <FormattedText text={body} mentions={comment.mentions} />
            </li>
          ))}
        </ol>
      )}
    </Dialog>
  )
}
