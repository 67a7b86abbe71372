import { Button } from '@mantine/core'
import { useId, useState } from 'react'
import { type BatchDetail, listBatchOrders, removeBatchPayment } from '#contract/payment-batches.ts'
import { paymentStates } from '#contract/payments.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useFormatters } from '#web/core/format.ts'
import { usePermission } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { formatForeignMoney } from '#web/domain/foreign-money.ts'
import { renderPaymentBadge } from '#web/domain/payment-badge.tsx'
import { useListColumns } from '#web/domain/use-list-columns.tsx'
import { ReasonDialog } from '#web/ui/form/reason-dialog.tsx'
import layoutClasses from '#web/ui/layout.module.css'
import type { ScreenColumns } from '#web/ui/list/list-types.ts'
import { ListView } from '#web/ui/list/list-view.tsx'
import { destinationColumn, payeeColumns } from './order-columns.tsx'
import classes from './payment-batches.module.css'

type BatchOrderColumn = ScreenColumns<typeof listBatchOrders>[number]
type OrderToRemove = { id: string; reference: string }

/** The payments of a batch, each a click from its own page; while it is a draft, one can be taken out. */
export const BatchOrders = ({ batch }: { batch: BatchDetail }) => {
  const { id: batchId, state, payCurrency, perEuro } = batch
  const { t } = useTranslation(['payment-batches', 'payments'])
  const format = useFormatters()
  const headingId = useId()
  const mayTakeOut = usePermission('bt_Remesas', 'edit') && state === 'draft'
  const [taking, setTaking] = useState<OrderToRemove | null>(null)
  const paid: BatchOrderColumn = {
    key: 'payAmount',
    cell: (value) => (value ? formatForeignMoney(format, value, payCurrency) : '–'),
  }
  const taken: BatchOrderColumn = {
    key: 'id',
    label: t('orders.action'),
    phone: 'beside',
    cell: (id, { reference }) => (
      <Button
        variant="subtle"
        size="compact-sm"
        aria-label={t('takeOut.named', { reference })}
        onClick={(event) => {
          event.preventDefault()
          event.stopPropagation()
          setTaking({ id, reference })
        }}
      >
        {t('takeOut.action')}
      </Button>
    ),
  }
  const columns = useListColumns(listBatchOrders, [
    'reference',
    // Beside the facts of the batch there is room for what differs: until it is sent, all are alike.
    {
      key: 'state',
      phone: 2,
      ...(state !== 'sent' && state !== 'given_up' && { optional: true as const }),
      cell: (one, _, word) => renderPaymentBadge(one, word),
    },
    { key: 'kind', optional: true },
    ...payeeColumns,
    { key: 'amount', phone: 3 },
    destinationColumn,
    ...(perEuro ? [paid] : []),
    ...(mayTakeOut ? [taken] : []),
  ])
  return (
    <section className={layoutClasses.closeStack} aria-labelledby={headingId}>
      <h2 id={headingId} className={classes.partTitle}>
        {t('orders.title')}
      </h2>
      <ListView
        list={listBatchOrders}
        params={{ batchId }}
        expectedRows={batch.orders}
        label={t('orders.title')}
        empty={t('orders.empty')}
        emptyHint={t('orders.emptyHint')}
        rowHref={({ id }) => `/crm/Retiradas/${id}`}
        filters={{
          search: { control: 'search', label: t('payments:search') },
          state: {
            control: 'select',
            label: t('payments:fields.state'),
            alwaysShown: true,
            options: paymentStates
              .filter((one) => ['in_batch', 'sent', 'paid', 'returned'].includes(one))
              .map((value) => ({ value, label: t(`payments:states.${value}`) })),
          },
        }}
        columns={columns}
      />
      {taking && (
        <ReasonDialog
          label={t('payments:fields.reason')}
          title={t('takeOut.named', { reference: taking.reference })}
          text={t('takeOut.text', { reference: taking.reference })}
          action={t('takeOut.action')}
          onSend={(reason) =>
            callEndpoint(
              removeBatchPayment,
              { params: { batchId, paymentId: taking.id }, body: { reason } },
              { refreshOnRefusal: true },
            )
          }
          onClose={() => setTaking(null)}
        />
      )}
    </section>
  )
}
