import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { getPayment, type PaymentDetail } from '#contract/payments.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { Amount } from '#web/domain/amount.tsx'
import { ApprovalLink } from '#web/domain/approval-link.tsx'
import { renderPaymentBadge } from '#web/domain/payment-badge.tsx'
import { MissingRecord } from '#web/ui/missing-record.tsx'
import { RecordPage } from '#web/ui/record-page.tsx'
import { Section } from '#web/ui/section.tsx'
import { Timeline } from '#web/ui/timeline.tsx'
import { PaymentActions } from './payment-actions.tsx'
import { PaymentFacts } from './payment-facts.tsx'
import classes from './payments.module.css'

type Props = { payment: PaymentDetail }

const PaymentTimeline = ({ payment: { steps, reason: requestReason } }: Props) => {
  const { t } = useTranslation('payments')
  return (
    <Section title={t('timeline.title')}>
      <Timeline
        steps={steps.map(({ at, state, byName, reason }) => ({
          at,
          text: byName ? t('timeline.by', { state: t(`states.${state}`), name: byName }) : t(`states.${state}`),
          note: reason && reason !== requestReason && t('timeline.because', { reason }),
        }))}
      />
    </Section>
  )
}

const PaymentDetails = ({ payment }: Props) => {
  const { t } = useTranslation(['payments', 'payment-batches'])
  const { id, kind, state, askedApprovalId, clientName } = payment
  return (
    <RecordPage
      title={t('detail.title', { kind: t(`kinds.${kind}`), id })}
      context={
        <span className={classes.context}>
          <Link to={`/clientes/${payment.clientId}`}>{clientName}</Link>
          <Amount value={payment.amount} />
        </span>
      }
      badges={
        <>
          {renderPaymentBadge(state, t(`states.${state}`))}
          {askedApprovalId && (
            <ApprovalLink approvalId={askedApprovalId}>{t('payment-batches:payment.asked')}</ApprovalLink>
          )}
        </>
      }
      actions={<PaymentActions payment={payment} />}
    >
      <Section title={t('detail.what')}>
        <PaymentFacts payment={payment} />
      </Section>
      <PaymentTimeline payment={payment} />
    </RecordPage>
  )
}

/** One payment: what it is, where it goes, and all that it has been through. */
export default function PaymentScreen() {
  const { t } = useTranslation(['payments', 'list', 'shell'])
  const { paymentId = '' } = useParams()
  const { data, error, refetch } = useQuery(buildQueryOptions(getPayment, { params: { paymentId } }))
  if (data) return <PaymentDetails payment={data} />
  return <MissingRecord title={t('shell:screens.payment')} error={error} refetch={refetch} tiles={2} />
}
