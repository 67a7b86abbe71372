import { Button } from '@mantine/core'
import {
  exportPresentationSlides,
  type PresentationSummary,
  printPresentation,
  sendPresentation,
} from '#contract/presentations.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useFormatters } from '#web/core/format.ts'
import { useContentIdempotencyKey } from '#web/core/idempotency-key.ts'
import { usePermission } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { startExport } from '#web/ui/export/export-jobs.ts'
import { ResultMessage } from '#web/ui/result-message.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { useResultMessage } from '#web/ui/use-result-message.ts'
import classes from './presentations.module.css'

type Props = { clientId: string; presentation: Pick<PresentationSummary, 'id' | 'title' | 'versions'> }

/** The versions of a presentation, the newest first, each as PDF and as slides. */
export const PresentationVersions = ({ clientId, presentation }: Props) => {
  const { t } = useTranslation('presentations')
  const format = useFormatters()
  const mayExport = usePermission('bt_Clientes', 'export')
  const messages = useResultMessage()
  const { busy, run } = useAction()
  const key = useContentIdempotencyKey()
  const send = (versionId: string, number: number): void => {
    void run(async () => {
      const params = { clientId, presentationId: presentation.id, versionId }
      try {
        const { recipient } = await callEndpoint(sendPresentation, { params }, { headers: key.headersOf(versionId) })
        key.renew()
        messages.show({ text: t('section.sent', { number, email: recipient }) })
      } catch (error) {
        messages.showFailure(error)
      }
    })
  }
  return (
    <>
      <ResultMessage messages={messages} />
      <ul className={classes.list}>
        {presentation.versions.map(({ id, number, madeAt, madeByName }) => {
          const params = { clientId, presentationId: presentation.id, versionId: id }
          const file = `${presentation.title} ${number}`
          return (
            <li key={id} className={classes.version}>
              <strong>{t('section.version', { number })}</strong>
              <span>{t('section.madeBy', { at: format.dateTime(madeAt), name: madeByName ?? '–' })}</span>
              {mayExport && (
                <span className={classes.files}>
                  <Button
                    size="compact-sm"
                    variant="default"
                    aria-label={t('section.pdf', { number })}
                    onClick={() => startExport(printPresentation, { params }, `${file}.pdf`)}
                  >
                    PDF
                  </Button>
                  <Button
                    size="compact-sm"
                    variant="default"
                    aria-label={t('section.pptx', { number })}
                    onClick={() => startExport(exportPresentationSlides, { params }, `${file}.pptx`)}
                  >
                    {t('section.slides')}
                  </Button>
                  <Button
                    size="compact-sm"
                    variant="default"
                    disabled={busy}
                    aria-label={t('section.sendVersion', { number })}
                    onClick={() => send(id, number)}
                  >
                    {t('section.send')}
                  </Button>
                </span>
              )}
            </li>
          )
        })}
      </ul>
    </>
  )
}
