import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { paymentReturnCodes } from '#contract/payment-batches.ts'
import { getPayment, type PaymentDetail } from '#contract/payments.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { usePermission } from '#web/core/session.ts'
import { Amount } from '#web/domain/amount.tsx'
import { ApprovalLink } from '#web/domain/approval-link.tsx'
import { BankHolder } from '#web/domain/bank-holder.tsx'
import { formatBankNumber } from '#web/domain/bank-number.ts'
import { formatForeignMoney } from '#web/domain/foreign-money.ts'
import { renderPaymentBadge } from '#web/domain/payment-badge.tsx'
import { RecentBankChangeBadge } from '#web/domain/recent-bank-change-badge.tsx'
import { FactGrid } from '#web/ui/fact-grid.tsx'
import { RecordNavigation } from '#web/ui/list/record-trail.tsx'
import { MissingRecord } from '#web/ui/missing-record.tsx'
import { Page } from '#web/ui/page.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { Section } from '#web/ui/section.tsx'
import { Timeline } from '#web/ui/timeline.tsx'
import { PaymentActions } from './payment-actions.tsx'
import classes from './payments.module.css'

type Props = { payment: PaymentDetail }

const PaymentFacts = ({ payment }: Props) => {
  const { t } = useTranslation(['payments', 'payment-batches'])
  const format = useFormatters()
  const maySeeBatches = usePermission('bt_Remesas', 'view')
  const { clientId, accountId, clientName, accountNumber, bankAccount, requesterName, reason, batchId, waits } = payment
  const known = paymentReturnCodes.find((code) => code === payment.returnCode)
  const facts = [
    [t('fields.amount'), <Amount key="amount" value={payment.amount} />],
    ...(payment.payAmount && payment.payCurrency && payment.perEuro
      ? [
          [
            t('payment-batches:fields.payAmount'),
            formatForeignMoney(format, payment.payAmount, payment.payCurrency),
          ] as const,
          [t('payment-batches:fields.perEuro'), format.decimal(payment.perEuro)] as const,
        ]
      : []),
    [
      t('fields.client'),
      <Link key="client" to={`/clientes/${clientId}`}>
        {clientName}
      </Link>,
    ],
    [
      t('fields.account'),
      <Link key="account" to={`/clientes/${clientId}/cuentas/${accountId}`}>
        {accountNumber}
      </Link>,
    ],
    [
      t('fields.bankAccount'),
      <span key="bankAccount">
        {bankAccount ? formatBankNumber(bankAccount) : t('detail.noBankAccount')}
        <BankHolder holder={payment.bankHolder} isOther={payment.otherHolder} />
        <RecentBankChangeBadge at={payment.bankChangedAt} />
      </span>,
    ],
    [t('fields.requestedAt'), format.dateTime(payment.requestedAt)],
    [t('fields.requester'), requesterName],
    [t('payment-batches:fields.reference'), payment.reference],
    ...(batchId && maySeeBatches
      ? [
          [
            t('payment-batches:payment.batch'),
            <Link key="batch" to={`/crm/Retiradas/remesas/${batchId}`}>
              {t('payment-batches:payment.openBatch')}
            </Link>,
          ] as const,
        ]
      : []),
    ...(waits ? [[t('payment-batches:payment.waits'), t(`payment-batches:waits.${waits}`), 'wide'] as const] : []),
    ...(payment.returnCode
      ? [[t('payment-batches:payment.code'), known ? t(`payment-batches:codes.${known}`) : payment.returnCode] as const]
      : []),
    ...(reason ? [[t('fields.reason'), reason, 'wide'] as const] : []),
  ] as const
  return (
    <Section title={t('detail.what')}>
      <FactGrid facts={facts} />
    </Section>
  )
}

const PaymentTimeline = ({ payment: { steps, reason: asked } }: Props) => {
  const { t } = useTranslation('payments')
  return (
    <Section title={t('timeline.title')}>
      <Timeline
        steps={steps.map(({ at, state, byName, reason }) => ({
          at,
          text: byName ? t('timeline.by', { state: t(`states.${state}`), name: byName }) : t(`states.${state}`),
          note: reason && reason !== asked && t('timeline.because', { reason }),
        }))}
      />
    </Section>
  )
}

const PaymentDetails = ({ payment }: Props) => {
  const { t } = useTranslation(['payments', 'payment-batches'])
  const { id, kind, state, askedApprovalId, clientName } = payment
  return (
    <Page>
      <PageHead
        title={t('detail.title', { kind: t(`kinds.${kind}`), id })}
        context={clientName}
        action={<RecordNavigation />}
      >
        <div className={classes.actions}>
          {renderPaymentBadge(state, t(`states.${state}`))}
          {askedApprovalId && (
            <ApprovalLink approvalId={askedApprovalId}>{t('payment-batches:payment.asked')}</ApprovalLink>
          )}
          <PaymentActions payment={payment} />
        </div>
      </PageHead>
      <PaymentFacts payment={payment} />
      <PaymentTimeline payment={payment} />
    </Page>
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
