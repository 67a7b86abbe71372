import { NativeSelect } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { confirmReturn, type EntryDetail, findWaysBack } from '#contract/bank.ts'
import { call } from '#web/core/call.ts'
import { useFormat } from '#web/core/format.ts'
import { read } from '#web/core/query.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { SubmitOrCancel } from '#web/ui/form/submit-or-cancel.tsx'
import { useSending } from '#web/ui/form/use-sending.ts'
import { Notice } from '#web/ui/message.tsx'
import classes from './bank.module.css'

/** Names the line of the bank by which the money went back. */
export default function WayBackDialog({ entry, onClose }: { entry: EntryDetail; onClose: () => void }) {
  const { t } = useTranslation('contributions')
  const format = useFormat()
  const client = useQueryClient()
  const { data, error, refetch } = useQuery(read(findWaysBack, { params: { entryId: entry.id } }))
  const rows = data?.rows ?? []
  const sending = useSending<{ byEntryId: string }>({
    defaults: { byEntryId: '' },
    send: async ({ byEntryId }) => {
      const body = { byEntryId: byEntryId || rows[0]!.id }
      await call(confirmReturn, { params: { entryId: entry.id }, body }).finally(() => client.invalidateQueries())
      onClose()
    },
  })
  return (
    <Dialog title={t('back.confirmTitle')} onClose={onClose}>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data && rows.length === 0 && <Notice>{t('back.confirmNone')}</Notice>}
      {rows.length > 0 && (
        <Form
          sending={sending}
          label={t('back.confirmTitle')}
          actions={<SubmitOrCancel busy={sending.busy} submit={t('back.confirmSubmit')} onCancel={onClose} />}
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
