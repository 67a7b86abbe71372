import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ClientDocument, readClientDocument } from '#contract/client-documents.ts'
import { callForStream } from '#web/core/call.ts'
import { buildQueryMeta } from '#web/core/query-client.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { useObjectUrl } from '#web/ui/use-object-url.ts'
import classes from './client-documents.module.css'

const pdfViewOptions = '#navpanes=0&view=FitH'

type Props = { clientId: string; document: ClientDocument; onDownload: () => void; onClose: () => void }

/** A document as it looks: a picture, or a PDF in the browser's own viewer where it has one. */
export const LookDialog = ({ clientId, document, onDownload, onClose }: Props) => {
  const { t } = useTranslation('client-documents')
  const { id, title, fileKind } = document
  const isShown = fileKind === 'picture' || navigator.pdfViewerEnabled
  const request = { params: { clientId, documentId: id }, query: { purpose: 'look' as const } }
  const { data, error, refetch } = useQuery({
    queryKey: [readClientDocument.path, request],
    queryFn: async ({ signal }) => (await callForStream(readClientDocument, request, { signal })).blob(),
    enabled: isShown,
    meta: buildQueryMeta(readClientDocument),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const address = useObjectUrl(data)
  return (
    <Dialog title={title} size="xl" onClose={onClose}>
      {!isShown && <EmptyState title={t('noViewer')} hint={t('noViewerHint')} />}
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {isShown && !error && !address && <div className={classes.skeleton} role="status" aria-label={t('loading')} />}
      {address && fileKind === 'picture' && <img className={classes.picture} src={address} alt={title} />}
      {address && fileKind === 'pdf' && <iframe className={classes.pdf} src={address + pdfViewOptions} title={title} />}
      <div className={classes.bar}>
        <Button variant="default" onClick={onDownload}>
          {t('download')}
        </Button>
      </div>
    </Dialog>
  )
}
