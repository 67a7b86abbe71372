import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { batchStates, listBatches } from '#contract/payment-batches.ts'
import { useFormat } from '#web/core/format.ts'
import { amountOf } from '#web/domain/amount.tsx'
import { PaymentTabs } from '#web/domain/payment-tabs.tsx'
import { aheadOf, hrefUnder } from '#web/ui/list/list-page.ts'
import { ListScreen } from '#web/ui/list/list-screen.tsx'
import type { Column, FilterChoices } from '#web/ui/list/list-types.ts'
import { batchBadge } from './batch-badge.tsx'

type List = typeof listBatches

const useFilters = (): FilterChoices<List> => {
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

const useColumns = (): readonly Column<List>[] => {
  const { t } = useTranslation(['payment-batches', 'payments'])
  const format = useFormat()
  return useMemo(
    () => [
      { key: 'reference', label: t('fields.reference'), phone: 1 },
      { key: 'state', label: t('fields.state'), phone: 2, cell: (state) => batchBadge(state, t(`states.${state}`)) },
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
        cell: (amount) => amountOf(format, amount),
        total: ({ amount }) => amountOf(format, amount),
      },
    ],
    [t, format],
  )
}

/** Asks for the rows and their count. */
export const ahead = aheadOf(listBatches)

const hrefOf = hrefUnder('/crm/Retiradas/remesas')

/** The batches of payments, the newest first. */
export default function BatchesScreen() {
  const { t } = useTranslation('payment-batches')
  return (
    <ListScreen
      list={listBatches}
      label={t('title')}
      context={(count, total) => t('count', { count, total })}
      above={<PaymentTabs current="batches" />}
      filters={useFilters()}
      columns={useColumns()}
      rowHref={hrefOf}
      empty={t('empty')}
    />
  )
}
