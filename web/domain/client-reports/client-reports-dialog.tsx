import { exportClientReports } from '#contract/client-reports.ts'
import type { ClientSelection } from '#contract/clients/client-selection.ts'
import { selectClients } from '#contract/clients/selection.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useFormatters } from '#web/core/format.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { ChangedSelection } from '#web/ui/bulk/changed-selection.tsx'
import { useChosenRows } from '#web/ui/bulk/use-chosen-rows.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { startExport } from '#web/ui/export/export-jobs.ts'
import { Form } from '#web/ui/form/form.tsx'
import { SubmitCancelButtons } from '#web/ui/form/submit-or-cancel.tsx'
import { useSubmitForm } from '#web/ui/form/use-submit-form.ts'
import { ReportFields, type ReportFormValues, useReportDefaults, useReportOptions } from './report-fields.tsx'

type Props = { selection: ClientSelection; count: number; onClose: () => void }

/** Prepares the reports of the clients that were chosen in the list, as one file. */
export default function ClientReportsDialog({ selection, count, onClose }: Props) {
  const { t } = useTranslation('client-reports')
  const format = useFormatters()
  const optionsOf = useReportOptions()
  const { rows, failure, load } = useChosenRows(
    async () => (await callEndpoint(selectClients, { body: { choice: selection } })).rows,
  )
  const sending = useSubmitForm<ReportFormValues>({
    defaults: useReportDefaults(),
    submit: async (values) => {
      const options = optionsOf(values)
      const clientIds = (rows ?? []).map(({ id }) => id)
      const body = { selection: { by: 'clients' as const, clientIds }, options }
      startExport(exportClientReports, { body }, `${t('bulkFile', { on: options.on })}.zip`)
      onClose()
    },
  })
  return (
    <Dialog title={t('bulkTitle')} description={t('bulkLead')} onClose={onClose}>
      {failure !== null && <ErrorState error={failure} onRetry={load} />}
      {rows && (
        <Form
          formState={sending}
          label={t('bulkTitle')}
          actions={<SubmitCancelButtons busy={sending.busy} submit={t('bulkSubmit')} onCancel={onClose} />}
        >
          <ReportFields form={sending.form} />
          <ChangedSelection chosen={rows.length} shown={count} />
          <p role="status">{t('bulkCount', { count: rows.length, total: format.number(rows.length) })}</p>
        </Form>
      )}
    </Dialog>
  )
}
