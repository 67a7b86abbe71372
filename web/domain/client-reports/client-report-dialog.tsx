import { Button, Checkbox } from '@mantine/core'
import { useState } from 'react'
import { fileClientReport, printClientReport, type ReportOptions } from '#contract/client-reports.ts'
import type { ClientDetail } from '#contract/clients/client.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useContentIdempotencyKey } from '#web/core/idempotency-key.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { startExport } from '#web/ui/export/export-jobs.ts'
import { Form } from '#web/ui/form/form.tsx'
import { SubmitCancelButtons } from '#web/ui/form/submit-or-cancel.tsx'
import { useSubmitForm } from '#web/ui/form/use-submit-form.ts'
import { FailureMessage } from '#web/ui/status-messages.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { ReportFields, type ReportFormValues, useReportDefaults, useReportOptions } from './report-fields.tsx'

type Props = {
  client: Pick<ClientDetail, 'id' | 'cvl' | 'name' | 'surname' | 'email'>
  onDone: (text: string) => void
  onClose: () => void
}

/** Prepares the report of a client: of which day, with which parts. */
export default function ClientReportDialog({ client, onDone, onClose }: Props) {
  const { t } = useTranslation('client-reports')
  const optionsOf = useReportOptions()
  const [isKept, setKept] = useState(false)
  const params = { clientId: client.id }
  const key = useContentIdempotencyKey()
  const fileReport = (body: { options: ReportOptions; isSent: boolean }) =>
    callEndpoint(fileClientReport, { params, body }, { headers: key.headersOf(JSON.stringify(body)) })
  const sending = useSubmitForm<ReportFormValues>({
    defaults: useReportDefaults(),
    submit: async (values) => {
      const options = optionsOf(values)
      if (isKept) await fileReport({ options, isSent: false })
      const file = t('file', { cvl: client.cvl, on: options.on })
      startExport(printClientReport, { params, query: options }, `${file}.pdf`)
      onClose()
    },
  })
  const { busy, failure, run } = useAction()
  const send = async (): Promise<void> => {
    const { recipient } = await fileReport({ options: optionsOf(sending.form.getValues()), isSent: true })
    onDone(t('sent', { email: recipient ?? '' }))
    onClose()
  }
  /** What is typed is held against the rules of the form first. */
  const sendIfValid = async (): Promise<void> => {
    if (await sending.form.trigger()) await run(send)
  }
  const name = [client.name, client.surname].filter(Boolean).join(' ')
  return (
    <Dialog title={t('title')} description={`${name} · ${client.cvl}. ${t('lead')}`} onClose={onClose}>
      <Form
        formState={sending}
        label={t('title')}
        actions={<SubmitCancelButtons busy={sending.busy} submit={t('download')} onCancel={onClose} />}
      >
        <ReportFields form={sending.form} />
        <Checkbox label={t('keep')} checked={isKept} onChange={() => setKept(!isKept)} />
        <FailureMessage of={failure} />
        {client.email ? (
          <div>
            <Button variant="default" disabled={busy} aria-busy={busy} onClick={() => void sendIfValid()}>
              {t('send', { email: client.email })}
            </Button>
          </div>
        ) : (
          <p>{t('noEmail')}</p>
        )}
      </Form>
    </Dialog>
  )
}
