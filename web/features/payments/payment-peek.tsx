import { useQuery } from '@tanstack/react-query'
import { getPayment } from '#contract/payments.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { renderPaymentBadge } from '#web/domain/payment-badge.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { PeekHead } from '#web/ui/peek-head.tsx'
import { RecordSkeleton } from '#web/ui/record-cards.tsx'
import { PaymentFacts } from './payment-facts.tsx'

/** A payment beside the list. */
export default function PaymentPeek({ row: { id } }: { row: { id: string } }) {
  const { t } = useTranslation(['payments', 'payment-batches', 'list'])
  const { data: payment, error, refetch } = useQuery(buildQueryOptions(getPayment, { params: { paymentId: id } }))
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!payment) return <RecordSkeleton label={t('list:loading')} tiles={0} />
  return (
    <>
      <PeekHead
        title={t('detail.title', { kind: t(`kinds.${payment.kind}`), id })}
        context={payment.clientName}
        badges={renderPaymentBadge(payment.state, t(`states.${payment.state}`))}
      />
      <PaymentFacts payment={payment} />
    </>
  )
}
