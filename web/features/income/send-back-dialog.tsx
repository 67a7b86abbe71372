import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type EntryDetail, returnReceipt } from '#contract/bank.ts'
import { call } from '#web/core/call.ts'
import { useFormat } from '#web/core/format.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { ReasonField, reasonRules } from '#web/ui/form/reason-field.tsx'
import { SubmitOrCancel } from '#web/ui/form/submit-or-cancel.tsx'
import { useFieldText } from '#web/ui/form/use-field-text.ts'
import { useSending } from '#web/ui/form/use-sending.ts'

/** Has the money sent back, with a reason. */
export default function SendBackDialog({ entry, onClose }: { entry: EntryDetail; onClose: () => void }) {
  const { t } = useTranslation('income')
  const format = useFormat()
  const fieldText = useFieldText()
  const client = useQueryClient()
  const sending = useSending<{ reason: string }>({
    defaults: { reason: '' },
    send: async ({ reason }) => {
      // Whatever came of it, the page shows how it stands now.
      await call(returnReceipt, { params: { entryId: entry.id }, body: { reason } }).finally(() =>
        client.invalidateQueries(),
      )
      onClose()
    },
  })
  const { register, formState } = sending.form
  const title = t('back.title', { amount: format.money(entry.amount, { euros: true }) })
  return (
    <Dialog title={title} lead={t('back.lead')} onClose={onClose}>
      <Form
        sending={sending}
        label={title}
        actions={<SubmitOrCancel busy={sending.busy} submit={t('back.submit')} onCancel={onClose} />}
      >
        <ReasonField
          data-autofocus
          label={t('fields.reason')}
          error={fieldText(formState.errors.reason)}
          {...register('reason', reasonRules)}
        />
      </Form>
    </Dialog>
  )
}
