import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { listWaitingOrders } from '#contract/payment-batches.ts'
import { paymentKinds } from '#contract/payments.ts'
import { useFormat } from '#web/core/format.ts'
import { useCan } from '#web/core/session.ts'
import { PaymentTabs } from '#web/domain/payment-tabs.tsx'
import { aheadOf, hrefUnder } from '#web/ui/list/list-page.ts'
import { ListScreen } from '#web/ui/list/list-screen.tsx'
import type { Column, FilterChoices } from '#web/ui/list/list-types.ts'
import { readState } from '#web/ui/list/url-state.ts'
import type { Selected } from '#web/ui/list/use-selection.ts'
import { MakeBatch } from './make-batch.tsx'
import { useOrderColumns } from './order-columns.tsx'

type List = typeof listWaitingOrders

const useFilters = (): FilterChoices<List> => {
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

const useColumns = (): readonly Column<List>[] => {
  const { t } = useTranslation(['payment-batches', 'payments'])
  const format = useFormat()
  const { whose, amount } = useOrderColumns()
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
export const ahead = aheadOf(listWaitingOrders)

const hrefOf = hrefUnder('/crm/Retiradas')

/** What is approved and in no batch yet, with what keeps it from one: the batch is chosen here. */
export default function WaitingScreen() {
  const { t } = useTranslation('payment-batches')
  const [params] = useSearchParams()
  const { filters } = readState(listWaitingOrders, params)
  const mayMake = useCan('bt_Remesas', 'create')
  const actions = (selected: Selected, count: number) => (
    <MakeBatch selected={selected} count={count} filters={filters} />
  )
  return (
    <ListScreen
      list={listWaitingOrders}
      label={t('waiting.title')}
      context={(count, total) => t('waiting.count', { count, total })}
      above={<PaymentTabs current="waiting" />}
      filters={useFilters()}
      columns={useColumns()}
      rowHref={hrefOf}
      empty={t('waiting.empty')}
      selection={mayMake ? actions : undefined}
    />
  )
}
