import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { listWaitingOrders } from '#contract/payment-batches.ts'
import { paymentKinds } from '#contract/payments.ts'
import { useFormatters } from '#web/core/format.ts'
import { usePermission } from '#web/core/session.ts'
import { PaymentTabs } from '#web/domain/payment-tabs.tsx'
import { createListPrefetch, createRowHref } from '#web/ui/list/list-prefetch.ts'
import { ListScreen } from '#web/ui/list/list-screen.tsx'
import type { Column, FilterChoices } from '#web/ui/list/list-types.ts'
import { readListState } from '#web/ui/list/list-url-state.ts'
import type { SelectedRows } from '#web/ui/list/use-selection.ts'
import { CreateBatchButton } from './create-batch.tsx'
import { usePaymentOrderColumns } from './order-columns.tsx'

type WaitingOrderList = typeof listWaitingOrders

const useWaitingOrderFilters = (): FilterChoices<WaitingOrderList> => {
  const { t } = useTranslation(['payment-batches', 'payments'])
  return useMemo(
    () => ({
      search: { control: 'search', label: t('payments:search') },
      ready: { control: 'yesNo', label: t('fields.ready'), pinned: true },
      kind: {
        control: 'select',
        label: t('payments:fields.kind'),
        pinned: true,
        options: paymentKinds.map((value) => ({ value, label: t(`payments:kinds.${value}`) })),
      },
      until: { control: 'date', label: t('fields.until'), pinned: true },
    }),
    [t],
  )
}

const useWaitingOrderColumns = (): readonly Column<WaitingOrderList>[] => {
  const { t } = useTranslation(['payment-batches', 'payments'])
  const format = useFormatters()
  const { whose, amount } = usePaymentOrderColumns()
  return useMemo(
    () => [
      { key: 'requestedAt', label: t('payments:fields.requestedAt'), cell: format.dateTime },
      ...whose,
      { key: 'waits', label: t('fields.waits'), phone: 2, cell: (reason) => t(`waits.${reason ?? 'none'}`) },
      amount,
    ],
    [t, format, whose, amount],
  )
}

/** Asks for the rows and their count. */
export const prefetch = createListPrefetch(listWaitingOrders)

const buildPaymentHref = createRowHref('/crm/Retiradas')

/** What is approved and in no batch yet, with what keeps it from one: the batch is chosen here. */
export default function WaitingPaymentsScreen() {
  const { t } = useTranslation('payment-batches')
  const [params] = useSearchParams()
  const { filters } = readListState(listWaitingOrders, params)
  const mayMake = usePermission('bt_Remesas', 'create')
  const actions = (selected: SelectedRows, count: number) => (
    <CreateBatchButton selected={selected} count={count} filters={filters} />
  )
  return (
    <ListScreen
      list={listWaitingOrders}
      label={t('waiting.title')}
      context={(count, total) => t('waiting.count', { count, total })}
      above={<PaymentTabs current="waiting" />}
      filters={useWaitingOrderFilters()}
      columns={useWaitingOrderColumns()}
      rowHref={buildPaymentHref}
      empty={t('waiting.empty')}
      selection={mayMake ? actions : undefined}
    />
  )
}
