import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { batchStates, listBatches } from '#contract/payment-batches.ts'
import { PaymentTabs } from '#web/domain/payment-tabs.tsx'
import { useListColumns } from '#web/domain/use-list-columns.tsx'
import { createListPrefetch, createRowHref } from '#web/ui/list/list-prefetch.ts'
import { ListScreen } from '#web/ui/list/list-screen.tsx'
import type { FilterChoices, ScreenColumns } from '#web/ui/list/list-types.ts'
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
        alwaysShown: true,
        options: batchStates.map((value) => ({ value, label: t(`states.${value}`) })),
      },
      from: {
        control: 'dateRange',
        to: 'to',
        endLabels: [t('fields.from'), t('fields.to')],
        hasFuture: true,
        alwaysShown: true,
      },
      to: { control: 'rangeEnd' },
    }),
    [t],
  )
}

const usePaymentBatchColumns = () => {
  const { t } = useTranslation(['payment-batches', 'payments'])
  return useListColumns(
    listBatches,
    useMemo(
      (): ScreenColumns<PaymentBatchList> => [
        { key: 'reference', phone: 1 },
        { key: 'state', phone: 2, cell: (state, _, word) => renderBatchBadge(state, word) },
        'payOn',
        'madeAt',
        'makerName',
        {
          key: 'fileKind',
          label: t('fields.fileKind'),
          optional: true,
          cell: (kind) => t(`fileKinds.${kind === 'spei' ? 'spei' : 'pain'}`),
        },
        'orders',
        { key: 'amount', phone: 3 },
      ],
      [t],
    ),
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
      contentAbove={<PaymentTabs current="batches" />}
      filters={usePaymentBatchFilters()}
      columns={usePaymentBatchColumns()}
      rowHref={buildPaymentBatchHref}
      empty={t('empty')}
      emptyHint={t('emptyHint')}
    />
  )
}
