import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { batchStates, listBatches } from '#contract/payment-batches.ts'
import { useFormatters } from '#web/core/format.ts'
import { renderAmount } from '#web/domain/amount.tsx'
import { PaymentTabs } from '#web/domain/payment-tabs.tsx'
import { createListPrefetch, createRowHref } from '#web/ui/list/list-prefetch.ts'
import { ListScreen } from '#web/ui/list/list-screen.tsx'
import type { Column, FilterChoices } from '#web/ui/list/list-types.ts'
import { renderBatchBadge } from './batch-badge.tsx'

type PaymentBatchList = typeof listBatches

const usePaymentBatchFilters = (): FilterChoices<PaymentBatchList> => {
  const { t } = useTranslation('payment-batches')
  return useMemo(
    () => ({
      search: { control: 'search', label: t('search') },
      state: {
        control: 'select',
        label: t('fields.state'),
        pinned: true,
        options: batchStates.map((value) => ({ value, label: t(`states.${value}`) })),
      },
      from: { control: 'date', label: t('fields.from'), pinned: true },
      to: { control: 'date', label: t('fields.to'), pinned: true },
    }),
    [t],
  )
}

const usePaymentBatchColumns = (): readonly Column<PaymentBatchList>[] => {
  const { t } = useTranslation(['payment-batches', 'payments'])
  const format = useFormatters()
  return useMemo(
    () => [
      { key: 'reference', label: t('fields.reference'), phone: 1 },
      {
        key: 'state',
        label: t('fields.state'),
        phone: 2,
        cell: (state) => renderBatchBadge(state, t(`states.${state}`)),
      },
      { key: 'payOn', label: t('fields.payOn'), cell: format.date },
      { key: 'madeAt', label: t('fields.madeAt'), cell: format.dateTime },
      { key: 'makerName', label: t('fields.maker'), cell: (name) => name ?? '–' },
      {
        key: 'fileKind',
        label: t('fields.fileKind'),
        optional: true,
        cell: (kind) => t(`fileKinds.${kind === 'spei' ? 'spei' : 'pain'}`),
      },
      { key: 'orders', label: t('fields.orders'), align: 'end', cell: (orders) => format.number(orders) },
      {
        key: 'amount',
        label: t('payments:fields.amount'),
        align: 'end',
        phone: 3,
        cell: (amount) => renderAmount(format, amount),
        total: ({ amount }) => renderAmount(format, amount),
      },
    ],
    [t, format],
  )
}

/** Asks for the rows and their count. */
export const prefetch = createListPrefetch(listBatches)

const buildPaymentBatchHref = createRowHref('/crm/Retiradas/remesas')

/** The batches of payments, the newest first. */
export default function BatchesScreen() {
  const { t } = useTranslation('payment-batches')
  return (
    <ListScreen
      list={listBatches}
      label={t('title')}
      context={(count, total) => t('count', { count, total })}
      above={<PaymentTabs current="batches" />}
      filters={usePaymentBatchFilters()}
      columns={usePaymentBatchColumns()}
      rowHref={buildPaymentBatchHref}
      empty={t('empty')}
    />
  )
}
