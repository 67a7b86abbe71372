import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { listPayments, paymentKinds, paymentStates } from '#contract/payments.ts'
import { useFormatters } from '#web/core/format.ts'
import { renderAmount } from '#web/domain/amount.tsx'
import { renderPaymentBadge } from '#web/domain/payment-badge.tsx'
import { PaymentTabs } from '#web/domain/payment-tabs.tsx'
import { createListPrefetch, createRowHref } from '#web/ui/list/list-prefetch.ts'
import { ListScreen } from '#web/ui/list/list-screen.tsx'
import type { Column, FilterChoices } from '#web/ui/list/list-types.ts'

type PaymentList = typeof listPayments

const usePaymentFilters = (): FilterChoices<PaymentList> => {
  const { t } = useTranslation('payments')
  return useMemo(
    () => ({
      search: { control: 'search', label: t('search') },
      state: {
        control: 'select',
        label: t('fields.state'),
        pinned: true,
        options: paymentStates.map((value) => ({ value, label: t(`states.${value}`) })),
      },
      kind: {
        control: 'select',
        label: t('fields.kind'),
        pinned: true,
        options: paymentKinds.map((value) => ({ value, label: t(`kinds.${value}`) })),
      },
      account: { control: 'elsewhere' },
      holds: { control: 'yesNo', label: t('fields.holds') },
      from: { control: 'date', label: t('fields.from') },
      to: { control: 'date', label: t('fields.to') },
    }),
    [t],
  )
}

const usePaymentColumns = (): readonly Column<PaymentList>[] => {
  const { t } = useTranslation('payments')
  const format = useFormatters()
  return useMemo(
    () => [
      { key: 'requestedAt', label: t('fields.requestedAt'), cell: format.dateTime },
      {
        key: 'state',
        label: t('fields.state'),
        phone: 2,
        cell: (state) => renderPaymentBadge(state, t(`states.${state}`)),
      },
      { key: 'kind', label: t('fields.kind'), cell: (kind) => t(`kinds.${kind}`) },
      { key: 'clientName', label: t('fields.client'), phone: 1 },
      { key: 'clientCvl', label: t('fields.cvl'), optional: true },
      { key: 'accountNumber', label: t('fields.account') },
      { key: 'requesterName', label: t('fields.requester'), cell: (name) => name ?? '–' },
      {
        key: 'amount',
        label: t('fields.amount'),
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
export const prefetch = createListPrefetch(listPayments)

const buildPaymentHref = createRowHref('/crm/Retiradas')

/** Money on its way out, the newest first. */
export default function PaymentsScreen() {
  const { t } = useTranslation('payments')
  return (
    <ListScreen
      list={listPayments}
      label={t('title')}
      context={(count, total) => t('count', { count, total })}
      above={<PaymentTabs current="payments" />}
      filters={usePaymentFilters()}
      columns={usePaymentColumns()}
      rowHref={buildPaymentHref}
      empty={t('empty')}
    />
  )
}
