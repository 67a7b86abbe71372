import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type Attachment, previewAttachment } from '#contract/records/attachments.ts'
import { callForStream } from '#web/core/call.ts'
import { buildQueryMeta } from '#web/core/query-client.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { useObjectUrl } from '#web/ui/use-object-url.ts'
import type { RecordKey } from './record-key.ts'
import classes from './records.module.css'

/** The page as wide as the frame, without a column of small pages beside it. */
const pdfViewOptions = '#navpanes=0&view=FitH'

type Props = { recordKey: RecordKey; attachment: Attachment; onDownload: () => void; onClose: () => void }

/** A document as it looks: a picture, or a PDF in the browser's own viewer where it has one. */
export const AttachmentPreviewDialog = ({ recordKey, attachment, onDownload, onClose }: Props) => {
  const { t } = useTranslation('records')
  const { id, name, kind } = attachment
  const isShown = kind === 'picture' || navigator.pdfViewerEnabled
  const { data, error, refetch } = useQuery({
    queryKey: [previewAttachment.path, { params: { ...recordKey, attachmentId: id } }],
    queryFn: async ({ signal }) =>
      (await callForStream(previewAttachment, { params: { ...recordKey, attachmentId: id } }, { signal })).blob(),
    enabled: isShown,
    meta: buildQueryMeta(previewAttachment),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const address = useObjectUrl(data)
  return (
    <Dialog title={name} size="xl" onClose={onClose}>
      {!isShown && <EmptyState title={t('attachments.noViewer')} hint={t('attachments.noViewerHint')} />}
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {isShown && !error && !address && <div className={classes.skeleton} role="status" aria-label={t('loading')} />}
      {address && kind === 'picture' && <img className={classes.picture} src={address} alt={name} />}
      {address && kind === 'pdf' && <iframe className={classes.pdf} src={address + pdfViewOptions} title={name} />}
      <div className={classes.actions}>
        <Button variant="default" onClick={onDownload}>
          {t('attachments.download')}
        </Button>
      </div>
    </Dialog>
  )
}
