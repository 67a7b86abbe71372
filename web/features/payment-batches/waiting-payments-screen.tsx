import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { listWaitingOrders } from '#contract/payment-batches.ts'
import { paymentKinds } from '#contract/payments.ts'
import { usePermission } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { PaymentTabs } from '#web/domain/payment-tabs.tsx'
import { useRecordRowActions } from '#web/domain/record-row-actions.ts'
import { useListColumns } from '#web/domain/use-list-columns.tsx'
import { createListPrefetch, createRowHref } from '#web/ui/list/list-prefetch.ts'
import { ListScreen } from '#web/ui/list/list-screen.tsx'
import type { FilterChoices, ListRow, ScreenColumns } from '#web/ui/list/list-types.ts'
import { readListState } from '#web/ui/list/list-url-state.ts'
import type { SelectedRows } from '#web/ui/list/use-selection.ts'
import { CreateBatchButton, CreateBatchDialog } from './create-batch.tsx'
import { destinationColumn, payeeColumns } from './order-columns.tsx'

type WaitingOrderList = typeof listWaitingOrders

const useWaitingOrderFilters = (): FilterChoices<WaitingOrderList> => {
  const { t } = useTranslation(['payment-batches', 'payments'])
  return useMemo(
    () => ({
      search: { control: 'search', label: t('payments:search') },
      ready: { control: 'yesNo', label: t('fields.ready'), alwaysShown: true },
      kind: {
        control: 'select',
        label: t('payments:fields.kind'),
        alwaysShown: true,
        options: paymentKinds.map((value) => ({ value, label: t(`payments:kinds.${value}`) })),
      },
      until: { control: 'date', label: t('fields.until'), alwaysShown: true },
    }),
    [t],
  )
}

const useWaitingOrderColumns = () => {
  const { t } = useTranslation('payment-batches')
  const columns = useMemo(
    (): ScreenColumns<WaitingOrderList> => [
      'requestedAt',
      'kind',
      ...payeeColumns,
      destinationColumn,
      { key: 'waits', phone: 2, cell: (reason) => t(`waits.${reason ?? 'none'}`) },
      { key: 'amount', phone: 3 },
    ],
    [t],
  )
  return useListColumns(listWaitingOrders, columns)
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
  const [batchedId, setBatchedId] = useState<string | null>(null)
  const recordActions = useRecordRowActions()
  const rowActions = (row: ListRow<WaitingOrderList>) => [
    ...(mayMake && row.waits === null
      ? [{ key: 'batch', label: t('make.action'), run: () => setBatchedId(row.id) }]
      : []),
    ...recordActions(row),
  ]
  const actions = (selected: SelectedRows, count: number) => (
    <CreateBatchButton selected={selected} count={count} filters={filters} />
  )
  return (
    <ListScreen
      list={listWaitingOrders}
      label={t('waiting.title')}
      context={(count, total) => t('waiting.count', { count, total })}
      contentAbove={
        <>
          <PaymentTabs current="waiting" />
          {batchedId && (
            <CreateBatchDialog
              selected={{ ids: [batchedId], matching: false }}
              count={1}
              filters={filters}
              onClose={() => setBatchedId(null)}
            />
          )}
        </>
      }
      rowActions={rowActions}
      filters={useWaitingOrderFilters()}
      columns={useWaitingOrderColumns()}
      rowHref={buildPaymentHref}
      empty={t('waiting.empty')}
      emptyHint={t('waiting.emptyHint')}
      selection={mayMake ? actions : undefined}
    />
  )
}
