import { lazy, Suspense, useMemo, useState } from 'react'
import { type BatchRow, batchStates, listBatches } from '#contract/payment-batches.ts'
import { usePermissionCheck } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { PaymentTabs } from '#web/domain/payment-tabs.tsx'
import { useListColumns } from '#web/domain/use-list-columns.tsx'
import { createListPrefetch, createRowHref } from '#web/ui/list/list-prefetch.ts'
import { ListScreen } from '#web/ui/list/list-screen.tsx'
import type { FilterChoices, ScreenColumns } from '#web/ui/list/list-types.ts'
import type { RowAction } from '#web/ui/list/row-menu-types.ts'
import { FailureMessage } from '#web/ui/status-messages.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { renderBatchBadge } from './batch-badge.tsx'
import { type BatchAction, listBatchRowActions } from './list-batch-actions.ts'

/** Comes with the first step that is taken from a row. */
const LazyBatchActionDialog = lazy(() =>
  import('./batch-action-dialog.tsx').then((module) => ({ default: module.BatchActionDialog })),
)

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

type BatchRowStep = { batch: BatchRow; action: Exclude<BatchAction, 'download'> }

/** What comes next for the batch of a row, where its page is not needed to know it. */
const useBatchRowActions = () => {
  const { t } = useTranslation('payment-batches')
  const may = usePermissionCheck()
  const { failure, run } = useAction()
  const [doing, setDoing] = useState<BatchRowStep | null>(null)
  const download = async (batch: BatchRow): Promise<void> => {
    const { downloadBatchFile } = await import('./batch-action-dialog.tsx')
    await downloadBatchFile(batch)
  }
  const rowActions = (batch: BatchRow): RowAction[] =>
    listBatchRowActions(batch, may).map((action) => ({
      key: action,
      label: t(action === 'download' ? 'download' : `${action}.action`),
      run: () => (action === 'download' ? void run(() => download(batch)) : setDoing({ batch, action })),
    }))
  const dialog = (
    <>
      <FailureMessage of={failure} />
      {doing && (
        <Suspense>
          <LazyBatchActionDialog
            batch={{ ...doing.batch, fileTakenAt: null }}
            action={doing.action}
            run={run}
            onClose={() => setDoing(null)}
          />
        </Suspense>
      )}
    </>
  )
  return { rowActions, dialog }
}

/** The batches of payments, the newest first. */
export default function BatchesScreen() {
  const { t } = useTranslation('payment-batches')
  const { rowActions, dialog } = useBatchRowActions()
  return (
    <ListScreen
      list={listBatches}
      label={t('title')}
      context={(count, total) => t('count', { count, total })}
      contentAbove={
        <>
          <PaymentTabs current="batches" />
          {dialog}
        </>
      }
      rowActions={rowActions}
      filters={usePaymentBatchFilters()}
      columns={usePaymentBatchColumns()}
      rowHref={buildPaymentBatchHref}
      empty={t('empty')}
      emptyHint={t('emptyHint')}
    />
  )
}
