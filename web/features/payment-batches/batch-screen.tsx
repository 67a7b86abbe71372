import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { type BatchDetail, getBatch } from '#contract/payment-batches.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { Amount } from '#web/domain/amount.tsx'
import { ApprovalLink } from '#web/domain/approval-link.tsx'
import { formatBankNumber } from '#web/domain/bank-number.ts'
import { formatForeignMoney } from '#web/domain/foreign-money.ts'
import { FactGrid } from '#web/ui/fact-grid.tsx'
import { MissingRecord } from '#web/ui/missing-record.tsx'
import { RecordPage } from '#web/ui/record-page.tsx'
import { Section } from '#web/ui/section.tsx'
import { Notice } from '#web/ui/status-messages.tsx'
import { Timeline } from '#web/ui/timeline.tsx'
import { BatchActions } from './batch-actions.tsx'
import { renderBatchBadge } from './batch-badge.tsx'
import { BatchOrders } from './batch-orders.tsx'
import classes from './payment-batches.module.css'

type Props = { batch: BatchDetail }

const BatchTotals = ({ batch }: Props) => {
  const { orders, amount, payAmount, payCurrency, perEuro, payOn, makerName, madeAt, standing } = batch
  const { t } = useTranslation(['payment-batches', 'payments'])
  const format = useFormatters()
  const facts = [
    [t('payments:fields.amount'), <Amount key="amount" value={amount} />],
    ...(payAmount && perEuro
      ? [
          [t('fields.payAmount'), formatForeignMoney(format, payAmount, payCurrency)] as const,
          [t('fields.perEuro'), format.decimal(perEuro)] as const,
        ]
      : []),
    [t('fields.orders'), format.number(orders)],
    [t('fields.payOn'), format.date(payOn)],
    [t('fields.madeAt'), format.dateTime(madeAt)],
    [t('fields.maker'), makerName],
    ...standing.map(
      (one) =>
        [t(`payments:states.${one.state}`), `${format.number(one.orders)} · ${format.money(one.amount)}`] as const,
    ),
  ] as const
  return (
    <Section title={t('detail.totals')}>
      <FactGrid facts={facts} />
    </Section>
  )
}

const BatchFileSection = ({ batch: { fileKind, sha256, debtor } }: Props) => {
  const { t } = useTranslation('payment-batches')
  const facts = [
    [t('fields.fileKind'), t(`fileKinds.${fileKind === 'spei' ? 'spei' : 'pain'}`)],
    [t('fields.debtor'), debtor ? formatBankNumber(debtor) : t('detail.noDebtor')],
    ...(sha256
      ? [
          [
            t('fields.sha256'),
            <code key="hash" className={classes.hash}>
              {sha256}
            </code>,
            'wide',
          ] as const,
        ]
      : []),
  ] as const
  return (
    <Section title={t('detail.file')} description={sha256 ? t('detail.fixed') : t('detail.noFile')}>
      <FactGrid facts={facts} />
    </Section>
  )
}

const BatchTimeline = ({ batch: { steps } }: Props) => {
  const { t } = useTranslation(['payment-batches', 'payments'])
  return (
    <Section title={t('payments:timeline.title')}>
      <Timeline
        steps={steps.map(({ at, state, byName, reason }) => ({
          at,
          text: byName ? t(`timeline.${state}`, { name: byName }) : t(`states.${state}`),
          note: reason && t('payments:timeline.because', { reason }),
        }))}
      />
    </Section>
  )
}

const BatchDetails = ({ batch }: Props) => {
  const { t } = useTranslation(['payment-batches', 'payments'])
  const format = useFormatters()
  const { reference, state, approvalId, orders, standing, stalledAt, endAsked } = batch
  const left = standing.find((one) => one.state === 'in_batch')?.orders ?? 0
  return (
    <RecordPage
      title={t('detail.title', { reference })}
      identifier={reference}
      badges={
        <>
          {renderBatchBadge(state, t(`states.${state}`))}
          {approvalId && (state === 'waiting' || endAsked) && (
            <ApprovalLink approvalId={approvalId}>{t('payments:open')}</ApprovalLink>
          )}
        </>
      }
      actions={<BatchActions batch={batch} />}
      wide={
        <>
          {state === 'sending' && (
            <div role="status">
              <Notice>{t('detail.left', { left: format.number(left), orders: format.number(orders) })}</Notice>
              {stalledAt && <Notice>{t('detail.stalled')}</Notice>}
            </div>
          )}
          {endAsked && <Notice>{t('detail.endAsked')}</Notice>}
        </>
      }
      side={
        <>
          <BatchTotals batch={batch} />
          <BatchFileSection batch={batch} />
        </>
      }
    >
      <BatchOrders batch={batch} />
      <BatchTimeline batch={batch} />
    </RecordPage>
  )
}

/** How often a batch that is being booked is looked at. */
const pollIntervalMs = 1000

/** One batch: its totals, its file, its payments, and what comes next. */
export default function BatchScreen() {
  const { t } = useTranslation(['payment-batches', 'list', 'shell'])
  const { batchId = '' } = useParams()
  const { data, error, refetch } = useQuery({
    ...buildQueryOptions(getBatch, { params: { batchId } }),
    refetchInterval: ({ state: { data: known } }) => known?.state === 'sending' && pollIntervalMs,
  })
  if (data) return <BatchDetails batch={data} />
  return <MissingRecord title={t('shell:screens.paymentBatch')} error={error} refetch={refetch} tiles={2} />
}
