import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cancelPayment, type PaymentDetail } from '#contract/payments.ts'
import { call } from '#web/core/call.ts'
import { useFormat } from '#web/core/format.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { ReasonField, reasonRules } from '#web/ui/form/reason-field.tsx'
import { SubmitOrCancel } from '#web/ui/form/submit-or-cancel.tsx'
import { useFieldText } from '#web/ui/form/use-field-text.ts'
import { useSending } from '#web/ui/form/use-sending.ts'

type Props = { payment: PaymentDetail }

const CancelDialog = ({ payment, onClose }: Props & { onClose: () => void }) => {
  const { t } = useTranslation('payments')
  const format = useFormat()
  const fieldText = useFieldText()
  const client = useQueryClient()
  const sending = useSending<{ reason: string }>({
    defaults: { reason: '' },
    send: async ({ reason }) => {
      // Whatever came of it, the page shows how it stands now.
      await call(cancelPayment, { params: { paymentId: payment.id }, body: { reason } }).finally(() =>
        client.invalidateQueries(),
      )
      onClose()
    },
  })
  const { register, formState } = sending.form
  return (
    <Dialog
      title={t('cancel.title')}
      lead={t('cancel.text', {
        amount: format.money(payment.amount, { euros: true }),
        account: payment.accountNumber,
      })}
      onClose={onClose}
    >
      <Form
        sending={sending}
        label={t('cancel.title')}
        actions={<SubmitOrCancel busy={sending.busy} submit={t('cancel.confirm')} onCancel={onClose} />}
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

/** Gives the client's wish up, with a reason. */
export const CancelPayment = ({ payment }: Props) => {
  const { t } = useTranslation('payments')
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        {t('cancel.action')}
      </Button>
      {asking && <CancelDialog payment={payment} onClose={() => setAsking(false)} />}
    </>
  )
}
