import { Button, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import {
  confirmPaymentPaid,
  paymentReturnCodes,
  proposePaymentClearance,
  proposePaymentRetry,
  proposePaymentReturn,
} from '#contract/payment-batches.ts'
import type { PaymentDetail } from '#contract/payments.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { ReasonDialog } from '#web/ui/form/reason-dialog.tsx'
import { ReasonField, reasonRules } from '#web/ui/form/reason-field.tsx'
import { SubmitCancelButtons } from '#web/ui/form/submit-or-cancel.tsx'
import { useFieldErrorText } from '#web/ui/form/use-field-text.ts'
import { useSubmitForm } from '#web/ui/form/use-submit-form.ts'
import { FailureMessage } from '#web/ui/status-messages.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { CancelPaymentButton } from './cancel-payment.tsx'
import classes from './payments.module.css'

type Props = { payment: PaymentDetail }
type PaymentDialogProps = Props & { onClose: () => void }
type PaymentReturnValues = { code: (typeof paymentReturnCodes)[number]; note: string }

/** What the bank says of a payment that it sent back. */
const PaymentReturnDialog = ({ payment: { id }, onClose }: PaymentDialogProps) => {
  const { t } = useTranslation(['payment-batches', 'payments'])
  const fieldText = useFieldErrorText()
  const sending = useSubmitForm<PaymentReturnValues>({
    defaults: { code: 'AC04', note: '' },
    submit: async (body) => {
      await callEndpoint(proposePaymentReturn, { params: { paymentId: id }, body }, { refreshOnRefusal: true })
      onClose()
    },
  })
  const { register, formState } = sending.form
  return (
    <Dialog title={t('payment.return')} description={t('payment.returnText')} onClose={onClose}>
      <Form
        formState={sending}
        label={t('payment.return')}
        actions={<SubmitCancelButtons busy={sending.busy} submit={t('payment.return')} onCancel={onClose} />}
      >
        <NativeSelect
          data-autofocus
          label={t('fields.code')}
          data={paymentReturnCodes.map((value) => ({ value, label: t(`codes.${value}`) }))}
          {...register('code')}
        />
        <ReasonField
          label={t('fields.note')}
          error={fieldText(formState.errors.note)}
          {...register('note', reasonRules)}
        />
      </Form>
    </Dialog>
  )
}

/** What can be done with a payment where it stands: each only for whom, and while, it is allowed. */
export const PaymentActions = ({ payment }: Props) => {
  const { t } = useTranslation(['payment-batches', 'payments'])
  const [doing, setDoing] = useState<'pay' | 'return' | 'clear' | 'reorder' | null>(null)
  const { busy, failure, run } = useAction()
  const { id, mayCancel, mayPay, mayReturn, mayClear, mayReorder } = payment
  const params = { paymentId: id }
  const close = () => setDoing(null)
  const endpoint = doing === 'clear' ? proposePaymentClearance : doing === 'reorder' ? proposePaymentRetry : null
  const words = doing === 'clear' ? (['clear', 'clearText'] as const) : (['reorder', 'reorderText'] as const)
  return (
    <>
      {mayPay && (
        <Button disabled={busy} onClick={() => setDoing('pay')}>
          {t('payment.pay')}
        </Button>
      )}
      {mayReturn && (
        <Button variant="default" onClick={() => setDoing('return')}>
          {t('payment.return')}
        </Button>
      )}
      {mayClear && <Button onClick={() => setDoing('clear')}>{t('payment.clear')}</Button>}
      {mayReorder && <Button onClick={() => setDoing('reorder')}>{t('payment.reorder')}</Button>}
      {mayCancel && <CancelPaymentButton payment={payment} />}
      <div className={classes.failure}>
        <FailureMessage of={failure} />
      </div>
      {doing === 'pay' && (
        <ConfirmDialog
          isHarmless
          title={t('payment.payTitle')}
          text={t('payment.payText')}
          action={t('payment.pay')}
          onConfirm={() => void run(() => callEndpoint(confirmPaymentPaid, { params }, { refreshOnRefusal: true }))}
          onClose={close}
        />
      )}
      {doing === 'return' && <PaymentReturnDialog payment={payment} onClose={close} />}
      {endpoint && (
        <ReasonDialog
          label={t('payments:fields.reason')}
          title={t(`payment.${words[0]}`)}
          text={t(`payment.${words[1]}`)}
          action={t(`payment.${words[0]}`)}
          onSend={(reason) => callEndpoint(endpoint, { params, body: { reason } }, { refreshOnRefusal: true })}
          onClose={close}
        />
      )}
    </>
  )
}
