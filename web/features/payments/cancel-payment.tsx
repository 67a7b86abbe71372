import { Button } from '@mantine/core'
import { useState } from 'react'
import { cancelPayment, type PaymentDetail } from '#contract/payments.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useFormatters } from '#web/core/format.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { ReasonDialog } from '#web/ui/form/reason-dialog.tsx'

/** Gives the client's wish up, with a reason. */
export const CancelPaymentButton = ({ payment }: { payment: PaymentDetail }) => {
  const { t } = useTranslation('payments')
  const format = useFormatters()
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        {t('cancel.action')}
      </Button>
      {asking && (
        <ReasonDialog
          label={t('fields.reason')}
          title={t('cancel.title')}
          text={t('cancel.text', {
            amount: format.money(payment.amount, { euros: true }),
            account: payment.accountNumber,
          })}
          action={t('cancel.confirm')}
          // Whatever came of it, the page shows how it stands now.
          onSend={(reason) =>
            callEndpoint(
              cancelPayment,
              { params: { paymentId: payment.id }, body: { reason } },
              { refreshOnRefusal: true },
            )
          }
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
