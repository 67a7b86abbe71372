import { lazy, useMemo } from 'react'
import { listPayments, paymentKinds, paymentStates } from '#contract/payments.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { renderPaymentBadge } from '#web/domain/payment-badge.tsx'
import { PaymentTabs } from '#web/domain/payment-tabs.tsx'
import { useRecordRowActions } from '#web/domain/record-row-actions.ts'
import { useListColumns } from '#web/domain/use-list-columns.tsx'
import { createListPrefetch, createRowHref } from '#web/ui/list/list-prefetch.ts'
import { ListScreen } from '#web/ui/list/list-screen.tsx'
import type { FilterChoices, ScreenColumns } from '#web/ui/list/list-types.ts'

/** Comes with the first record that is looked at beside the list. */
const LazyPaymentPeek = lazy(() => import('./payment-peek.tsx'))

type PaymentList = typeof listPayments

const usePaymentFilters = (): FilterChoices<PaymentList> => {
  const { t } = useTranslation('payments')
  return useMemo(
    () => ({
      search: { control: 'search', label: t('search') },
      state: {
        control: 'select',
        label: t('fields.state'),
        alwaysShown: true,
        options: paymentStates.map((value) => ({ value, label: t(`states.${value}`) })),
      },
      kind: {
        control: 'select',
        label: t('fields.kind'),
        alwaysShown: true,
        options: paymentKinds.map((value) => ({ value, label: t(`kinds.${value}`) })),
      },
      account: { control: 'elsewhere' },
      holds: { control: 'yesNo', label: t('fields.holds') },
      from: { control: 'dateRange', to: 'to', endLabels: [t('fields.from'), t('fields.to')] },
      to: { control: 'rangeEnd' },
    }),
    [t],
  )
}

const paymentColumns: ScreenColumns<PaymentList> = [
  'requestedAt',
  { key: 'state', phone: 2, cell: (state, _, word) => renderPaymentBadge(state, word) },
  'kind',
  { key: 'clientName', phone: 1 },
  { key: 'clientCvl', optional: true },
  'accountNumber',
  'requesterName',
  { key: 'amount', phone: 3 },
]

/** Asks for the rows and their count. */
export const prefetch = createListPrefetch(listPayments)

const buildPaymentHref = createRowHref('/crm/Retiradas')

/** Money on its way out, the newest first. */
export default function PaymentsScreen() {
  const { t } = useTranslation('payments')
  const rowActions = useRecordRowActions()
  return (
    <ListScreen
      list={listPayments}
      label={t('title')}
      context={(count, total) => t('count', { count, total })}
      contentAbove={<PaymentTabs current="payments" />}
      filters={usePaymentFilters()}
      columns={useListColumns(listPayments, paymentColumns)}
      peek={LazyPaymentPeek}
      rowHref={buildPaymentHref}
      rowActions={rowActions}
      empty={t('empty')}
      emptyHint={t('emptyHint')}
    />
  )
}
