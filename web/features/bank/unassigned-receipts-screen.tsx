import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { listReceipts, receiptStates } from '#contract/bank.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildAmountColumn, buildDateRangeFilters } from '#web/domain/contribution-list-parts.tsx'
import { IncomeTabs } from '#web/domain/income-tabs.tsx'
import { createListPrefetch, createRowHref } from '#web/ui/list/list-prefetch.ts'
import { ListScreen } from '#web/ui/list/list-screen.tsx'
import type { Column, FilterChoices } from '#web/ui/list/list-types.ts'
import { renderBankEntryBadge } from './bank-entry-badge.tsx'

type ReceiptList = typeof listReceipts

const useReceiptFilters = (): FilterChoices<ReceiptList> => {
  const { t } = useTranslation('contributions')
  return useMemo(
    () => ({
      search: { control: 'search', label: t('statement.search') },
      state: {
        control: 'select',
        label: t('fields.state'),
        pinned: true,
        options: receiptStates.map((value) => ({ value, label: t(`states.${value}`) })),
      },
      proposed: { control: 'yesNo', label: t('fields.isProposed'), pinned: true },
      ...buildDateRangeFilters(t),
    }),
    [t],
  )
}

const useReceiptColumns = (): readonly Column<ReceiptList>[] => {
  const { t } = useTranslation('contributions')
  const format = useFormatters()
  return useMemo(
    () => [
      { key: 'bookingDate', label: t('fields.bookingDate'), phone: 2, cell: format.date },
      {
        key: 'counterpartyName',
        label: t('fields.counterparty'),
        phone: 1,
        cell: (name, row) => (name ?? row.remittance) || '–',
      },
      { key: 'remittance', label: t('fields.remittance'), cell: (text) => text || '–' },
      {
        key: 'counterpartyNumber',
        label: t('fields.counterpartyNumber'),
        optional: true,
        cell: (number) => number ?? '–',
      },
      { key: 'reference', label: t('fields.reference'), optional: true },
      { key: 'state', label: t('fields.state'), cell: (state) => renderBankEntryBadge(state, t(`states.${state}`)) },
      { key: 'proposedNumber', label: t('fields.proposed'), cell: (number) => number ?? '–' },
      {
        key: 'proposedClientName',
        label: t('fields.proposedClient'),
        optional: true,
        cell: (name) => name ?? '–',
      },
      buildAmountColumn(t, format),
    ],
    [t, format],
  )
}

/** Asks for the rows and their count. */
export const prefetch = createListPrefetch(listReceipts)

const buildBankEntryHref = createRowHref('/crm/Ingresos/apuntes')

/** Money without an owner, the one that has waited longest first. */
export default function UnassignedReceiptsScreen() {
  const { t } = useTranslation('contributions')
  return (
    <ListScreen
      list={listReceipts}
      label={t('parts.receipts')}
      context={(count, total) => t('receipts.count', { count, total })}
      above={<IncomeTabs current="receipts" />}
      filters={useReceiptFilters()}
      columns={useReceiptColumns()}
      rowHref={buildBankEntryHref}
      empty={t('receipts.empty')}
    />
  )
}
