import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { getPayment, type PaymentDetail } from '#contract/payments.ts'
import { CallError } from '#web/core/call.ts'
import { useFormat } from '#web/core/format.ts'
import { read } from '#web/core/query.ts'
import { useCan } from '#web/core/session.ts'
import { Amount } from '#web/domain/amount.tsx'
import { paymentBadge } from '#web/domain/payment-badge.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { RecordBones } from '#web/ui/facts.tsx'
import { RecordTrail } from '#web/ui/list/trail.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { Section } from '#web/ui/section.tsx'
import { CancelPayment } from './cancel-payment.tsx'
import classes from './payments.module.css'

type Props = { payment: PaymentDetail }

/** 'ES91 2100 …': in groups of four, as it is read out. */
const inFours = (number: string): string => number.replace(/(.{4})(?=.)/g, '$1 ')

const Facts = ({ payment }: Props) => {
  const { t } = useTranslation('payments')
  const format = useFormat()
  const { clientId, accountId, clientName, accountNumber, bankAccount, requesterName, reason } = payment
  const facts = [
    [t('fields.amount'), <Amount key="amount" value={payment.amount} />],
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
    [t('fields.bankAccount'), bankAccount ? inFours(bankAccount) : t('detail.noBankAccount')],
    [t('fields.requestedAt'), format.dateTime(payment.requestedAt)],
    [t('fields.requester'), requesterName ?? '–'],
  ] as const
  return (
    <Section title={t('detail.what')}>
      <dl className={classes.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        {reason && (
          <div className={classes.reason}>
            <dt>{t('fields.reason')}</dt>
            <dd>{reason}</dd>
          </div>
        )}
      </dl>
    </Section>
  )
}

const Timeline = ({ payment: { steps, reason } }: Props) => {
  const { t } = useTranslation('payments')
  const format = useFormat()
  return (
    <Section title={t('timeline.title')}>
      <ol className={classes.timeline}>
        {steps.map((step) => (
          <li key={`${step.at} ${step.state}`}>
            <time dateTime={step.at}>{format.dateTime(step.at)}</time>
            <span>
              {step.byName
                ? t('timeline.by', { state: t(`states.${step.state}`), name: step.byName })
                : t(`states.${step.state}`)}
              {step.reason && step.reason !== reason && (
                <span className={classes.because}>{t('timeline.because', { reason: step.reason })}</span>
              )}
            </span>
          </li>
        ))}
      </ol>
    </Section>
  )
}

const Payment = ({ payment }: Props) => {
  const { t } = useTranslation('payments')
  const maySeeApprovals = useCan('bt_Aprobaciones', 'view')
  const { id, kind, state, approvalId, clientName, mayCancel } = payment
  return (
    <div className={classes.screen}>
      <PageHead
        title={t('detail.title', { kind: t(`kinds.${kind}`), id })}
        context={clientName}
        action={<RecordTrail />}
      >
        <div className={classes.actions}>
          {paymentBadge(state, t(`states.${state}`))}
          {approvalId && maySeeApprovals && state === 'requested' && (
            <Link to={`/crm/Aprobaciones/${approvalId}`}>{t('open')}</Link>
          )}
          {mayCancel && <CancelPayment payment={payment} />}
        </div>
      </PageHead>
      <Facts payment={payment} />
      <Timeline payment={payment} />
    </div>
  )
}

/** One payment: what it is, where it goes, and all that it has been through. */
export default function PaymentScreen() {
  const { t } = useTranslation(['payments', 'list', 'shell'])
  const { paymentId = '' } = useParams()
  const { data, error, refetch } = useQuery(read(getPayment, { params: { paymentId } }))
  if (data) return <Payment payment={data} />
  if (!error) return <RecordBones label={t('list:loading')} tiles={2} />
  const missing = error instanceof CallError && error.status === 404
  return (
    <div className={classes.screen}>
      <PageHead title={t('shell:screens.payment')} />
      <ErrorState error={error} {...(!missing && { onRetry: () => void refetch() })} />
    </div>
  )
}
