import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type BankEntryDetail, confirmReceiptReturn, findReturnEntries } from '#contract/bank.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { SubmitCancelButtons } from '#web/ui/form/submit-or-cancel.tsx'
import { useSubmitForm } from '#web/ui/form/use-submit-form.ts'
import { Notice } from '#web/ui/status-messages.tsx'
import classes from './bank.module.css'

/** Names the line of the bank by which the money went back. */
export default function MatchReturnEntryDialog({ entry, onClose }: { entry: BankEntryDetail; onClose: () => void }) {
  const { t } = useTranslation('contributions')
  const format = useFormatters()
  const { data, error, refetch } = useQuery(buildQueryOptions(findReturnEntries, { params: { entryId: entry.id } }))
  const rows = data?.rows ?? []
  const sending = useSubmitForm<{ byEntryId: string }>({
    defaults: { byEntryId: '' },
    submit: async ({ byEntryId }) => {
      const body = { byEntryId: byEntryId || rows[0]!.id }
      await callEndpoint(confirmReceiptReturn, { params: { entryId: entry.id }, body }, { refreshOnRefusal: true })
      onClose()
    },
  })
  return (
    <Dialog title={t('back.confirmTitle')} onClose={onClose}>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data && rows.length === 0 && <Notice>{t('back.confirmNone')}</Notice>}
      {rows.length > 0 && (
        <Form
          formState={sending}
          label={t('back.confirmTitle')}
          actions={<SubmitCancelButtons busy={sending.busy} submit={t('back.confirmSubmit')} onCancel={onClose} />}
        >
          <NativeSelect
            data-autofocus
            className={classes.field ?? ''}
            aria-label={t('back.confirmTitle')}
            data={rows.map(({ id, bookingDate, counterpartyName, remittance }) => ({
              value: id,
              label: t('back.way', { date: format.date(bookingDate), who: counterpartyName ?? remittance }),
            }))}
            {...sending.form.register('byEntryId')}
          />
        </Form>
      )}
    </Dialog>
  )
}
