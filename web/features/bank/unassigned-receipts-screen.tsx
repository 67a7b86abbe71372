import { useMemo } from 'react'
import { listReceipts, receiptStates } from '#contract/bank.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { buildDateRangeFilters } from '#web/domain/contribution-list-parts.tsx'
import { IncomeTabs } from '#web/domain/income-tabs.tsx'
import { useListColumns } from '#web/domain/use-list-columns.tsx'
import { createListPrefetch, createRowHref } from '#web/ui/list/list-prefetch.ts'
import { ListScreen } from '#web/ui/list/list-screen.tsx'
import type { FilterChoices, ScreenColumns } from '#web/ui/list/list-types.ts'
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
        alwaysShown: true,
        options: receiptStates.map((value) => ({ value, label: t(`states.${value}`) })),
      },
      proposed: { control: 'yesNo', label: t('fields.isProposed'), alwaysShown: true },
      ...buildDateRangeFilters(t),
    }),
    [t],
  )
}

const receiptColumns: ScreenColumns<ReceiptList> = [
  { key: 'bookingDate', phone: 2 },
  { key: 'counterpartyName', phone: 1, cell: (name, row) => (name ?? row.remittance) || '–' },
  'remittance',
  { key: 'counterpartyNumber', optional: true },
  { key: 'reference', optional: true },
  { key: 'state', cell: (state, _, word) => renderBankEntryBadge(state, word) },
  'proposedNumber',
  { key: 'proposedClientName', optional: true },
  { key: 'amount', phone: 3 },
]

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
      contentAbove={<IncomeTabs current="receipts" />}
      filters={useReceiptFilters()}
      columns={useListColumns(listReceipts, receiptColumns)}
      rowHref={buildBankEntryHref}
      empty={t('receipts.empty')}
      emptyHint={t('receipts.emptyHint')}
    />
  )
}
