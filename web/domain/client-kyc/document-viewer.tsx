import { Button } from '@mantine/core'
import { IconArrowsLeftRight, IconRotateClockwise, IconZoomIn, IconZoomOut } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { type KycDocument, readKycSide } from '#contract/client-kyc.ts'
import { callForStream } from '#web/core/call.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildQueryMeta } from '#web/core/query-client.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { useObjectUrl } from '#web/ui/use-object-url.ts'
import classes from './client-kyc.module.css'
import { useKeptMiddle } from './use-kept-middle.ts'

/** How large a picture is shown, in per cent of its frame. */
const zoomLevels = [100, 150, 200, 300, 400] as const
const pdfViewOptions = '#navpanes=0&view=FitH'

type Props = { clientId: string; document: Pick<KycDocument, 'id' | 'files'> }

/** The sides of a document one after the other: larger, turned, and by keys where the frame has the focus. Each side is fetched when it is looked at. */
export const DocumentViewer = ({ clientId, document: { id, files } }: Props) => {
  const { t } = useTranslation('client-kyc')
  const format = useFormatters()
  const [sideAt, setSideAt] = useState(0)
  const [zoomAt, setZoomAt] = useState(0)
  const [turn, setTurn] = useState(0)
  const { frame, keepMiddle } = useKeptMiddle(zoomAt, turn)
  const file = files[sideAt] ?? files[0]
  // Another document is shown from its front.
  // biome-ignore lint/correctness/useExhaustiveDependencies: on each other document.
  useEffect(() => {
    setSideAt(0)
    setZoomAt(0)
    setTurn(0)
  }, [id])
  const isShown = file?.fileKind === 'picture' || navigator.pdfViewerEnabled
  const params = { clientId, documentId: id, side: file?.side ?? 'front' }
  const { data, error, refetch } = useQuery({
    queryKey: [readKycSide.path, { params }],
    queryFn: async ({ signal }) => (await callForStream(readKycSide, { params }, { signal })).blob(),
    enabled: file !== undefined && isShown,
    meta: buildQueryMeta(readKycSide),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const address = useObjectUrl(data)
  if (!file) return <EmptyState title={t('viewer.noImage')} hint={t('viewer.noImageHint')} />
  const isPicture = file.fileKind === 'picture'
  const zoom = zoomLevels[zoomAt] ?? 100
  const zoomBy = (levels: number) => () => {
    keepMiddle(false)
    setZoomAt((at) => Math.max(0, Math.min(at + levels, zoomLevels.length - 1)))
  }
  const zoomIn = zoomBy(1)
  const zoomOut = zoomBy(-1)
  const rotate = () => {
    keepMiddle(true)
    setTurn((degrees) => (degrees + 90) % 360)
  }
  const flip = () => setSideAt((at) => (at + 1) % files.length)
  const keys: Record<string, () => void> = { '+': zoomIn, '-': zoomOut, r: rotate, s: flip }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !keys[event.key]) return
    event.preventDefault()
    keys[event.key]?.()
  }
  const sideName = t(files.length > 1 ? `sides.${file.side}` : 'sides.single')
  return (
    <div className={classes.viewer}>
      <div className={classes.tools} role="toolbar" aria-label={t('viewer.tools')}>
        {files.length > 1 && (
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconArrowsLeftRight size={14} aria-hidden />}
            onClick={flip}
          >
            {t('viewer.next')}
          </Button>
        )}
        {isPicture && (
          <>
            <Button
              variant="default"
              size="compact-sm"
              leftSection={<IconZoomIn size={14} aria-hidden />}
              onClick={zoomIn}
            >
              {t('viewer.zoomIn')}
            </Button>
            <Button
              variant="default"
              size="compact-sm"
              leftSection={<IconZoomOut size={14} aria-hidden />}
              onClick={zoomOut}
            >
              {t('viewer.zoomOut')}
            </Button>
            <Button
              variant="default"
              size="compact-sm"
              leftSection={<IconRotateClockwise size={14} aria-hidden />}
              onClick={rotate}
            >
              {t('viewer.turn')}
            </Button>
          </>
        )}
        <span role="status" className={classes.muted}>
          {[sideName, isPicture && format.percent(String(zoom))].filter(Boolean).join(' · ')}
        </span>
      </div>
      {!isShown && <EmptyState title={t('viewer.noViewer')} hint={t('viewer.noViewerHint')} />}
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {isShown && !error && !address && !isPicture && (
        <div className={classes.frame} role="status" aria-label={t('loading')} />
      )}
      {!error && isPicture && (
        <section
          ref={frame}
          className={classes.frame}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what doesn't fit is scrolled by keys, and the keys of the tools act here.
          tabIndex={0}
          aria-label={t('viewer.frame')}
          aria-busy={!address}
          // In a dialog one looks at the document first, and its keys act from the start.
          data-autofocus
          onKeyDown={onKeyDown}
        >
          {address && (
            <div className={classes.stage} data-zoom={zoom}>
              <img className={classes.image} data-turn={turn} src={address} alt={sideName} />
            </div>
          )}
        </section>
      )}
      {address && !isPicture && <iframe className={classes.pdf} src={address + pdfViewOptions} title={sideName} />}
    </div>
  )
}
