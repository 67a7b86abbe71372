import { Button, NativeSelect } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { clearPayment, payOrder, reorderPayment, returnCodes, returnOrder } from '#contract/payment-batches.ts'
import type { PaymentDetail } from '#contract/payments.ts'
import { call } from '#web/core/call.ts'
import { Ask } from '#web/ui/ask.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { ReasonDialog } from '#web/ui/form/reason-dialog.tsx'
import { ReasonField, reasonRules } from '#web/ui/form/reason-field.tsx'
import { SubmitOrCancel } from '#web/ui/form/submit-or-cancel.tsx'
import { useFieldText } from '#web/ui/form/use-field-text.ts'
import { useSending } from '#web/ui/form/use-sending.ts'
import { Failure } from '#web/ui/message.tsx'
import { CancelPayment } from './cancel-payment.tsx'
import classes from './payments.module.css'

type Props = { payment: PaymentDetail }
type Closable = Props & { onDone: () => Promise<void>; onClose: () => void }
type Return = { code: (typeof returnCodes)[number]; note: string }

/** What the bank says of a payment that it sent back. */
const ReturnDialog = ({ payment: { id }, onDone, onClose }: Closable) => {
  const { t } = useTranslation(['payment-batches', 'payments'])
  const fieldText = useFieldText()
  const sending = useSending<Return>({
    defaults: { code: 'AC04', note: '' },
    send: async (body) => {
      await call(returnOrder, { params: { paymentId: id }, body }).finally(onDone)
      onClose()
    },
  })
  const { register, formState } = sending.form
  return (
    <Dialog title={t('payment.return')} lead={t('payment.returnText')} onClose={onClose}>
      <Form
        sending={sending}
        label={t('payment.return')}
        actions={<SubmitOrCancel busy={sending.busy} submit={t('payment.return')} onCancel={onClose} />}
      >
        <NativeSelect
          data-autofocus
          label={t('fields.code')}
          data={returnCodes.map((value) => ({ value, label: t(`codes.${value}`) }))}
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
  const client = useQueryClient()
  const [doing, setDoing] = useState<'pay' | 'return' | 'clear' | 'reorder' | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const { id, mayCancel, mayPay, mayReturn, mayClear, mayReorder } = payment
  const params = { paymentId: id }
  const changed = () => client.invalidateQueries()
  const close = () => setDoing(null)
  const asked = doing === 'clear' ? clearPayment : doing === 'reorder' ? reorderPayment : null
  const words = doing === 'clear' ? (['clear', 'clearText'] as const) : (['reorder', 'reorderText'] as const)
  return (
    <>
      {mayPay && <Button onClick={() => setDoing('pay')}>{t('payment.pay')}</Button>}
      {mayReturn && (
        <Button variant="default" onClick={() => setDoing('return')}>
          {t('payment.return')}
        </Button>
      )}
      {mayClear && <Button onClick={() => setDoing('clear')}>{t('payment.clear')}</Button>}
      {mayReorder && <Button onClick={() => setDoing('reorder')}>{t('payment.reorder')}</Button>}
      {mayCancel && <CancelPayment payment={payment} />}
      <div className={classes.failure}>
        <Failure of={failure} />
      </div>
      {doing === 'pay' && (
        <Ask
          gentle
          title={t('payment.payTitle')}
          text={t('payment.payText')}
          action={t('payment.pay')}
          onConfirm={() => {
            setFailure(null)
            call(payOrder, { params }).catch(setFailure).finally(changed)
          }}
          onClose={close}
        />
      )}
      {doing === 'return' && <ReturnDialog payment={payment} onDone={changed} onClose={close} />}
      {asked && (
        <ReasonDialog
          label={t('payments:fields.reason')}
          title={t(`payment.${words[0]}`)}
          text={t(`payment.${words[1]}`)}
          action={t(`payment.${words[0]}`)}
          onSend={(reason) => call(asked, { params, body: { reason } }).finally(changed)}
          onClose={close}
        />
      )}
    </>
  )
}
