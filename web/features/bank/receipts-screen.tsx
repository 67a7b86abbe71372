import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { listReceipts, receiptStates } from '#contract/bank.ts'
import { useFormat } from '#web/core/format.ts'
import { amountColumn, dayFilters } from '#web/domain/money-in-lists.tsx'
import { IncomeTabs } from '#web/domain/money-in-tabs.tsx'
import { aheadOf, hrefUnder } from '#web/ui/list/list-page.ts'
import { ListScreen } from '#web/ui/list/list-screen.tsx'
import type { Column, FilterChoices } from '#web/ui/list/list-types.ts'
import { entryBadge } from './entry-badge.tsx'

type List = typeof listReceipts

const useFilters = (): FilterChoices<List> => {
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
      ...dayFilters(t),
    }),
    [t],
  )
}

const useColumns = (): readonly Column<List>[] => {
  const { t } = useTranslation('contributions')
  const format = useFormat()
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
      { key: 'state', label: t('fields.state'), cell: (state) => entryBadge(state, t(`states.${state}`)) },
      { key: 'proposedNumber', label: t('fields.proposed'), cell: (number) => number ?? '–' },
      {
        key: 'proposedClientName',
        label: t('fields.proposedClient'),
        optional: true,
        cell: (name) => name ?? '–',
      },
      amountColumn(t, format),
    ],
    [t, format],
  )
}

/** Asks for the rows and their count. */
export const ahead = aheadOf(listReceipts)

const hrefOf = hrefUnder('/crm/Ingresos/apuntes')

/** Money without an owner, the one that has waited longest first. */
export default function ReceiptsScreen() {
  const { t } = useTranslation('contributions')
  return (
    <ListScreen
      list={listReceipts}
      label={t('parts.receipts')}
      context={(count, total) => t('receipts.count', { count, total })}
      above={<IncomeTabs current="receipts" />}
      filters={useFilters()}
      columns={useColumns()}
      rowHref={hrefOf}
      empty={t('receipts.empty')}
    />
  )
}
