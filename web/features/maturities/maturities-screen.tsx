import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { getReasonGroup } from '#contract/maturities/reasons.ts'
import { getMaturityOverview, listMaturities, maturityViews, maturityWindows } from '#contract/maturities.ts'
import { maturityInstructions } from '#contract/products.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { usePermission } from '#web/core/session.ts'
import { renderAmount } from '#web/domain/amount.tsx'
import { createListPrefetch } from '#web/ui/list/list-prefetch.ts'
import { ListScreen } from '#web/ui/list/list-screen.tsx'
import type { Column, FilterChoices } from '#web/ui/list/list-types.ts'
import { readListState } from '#web/ui/list/list-url-state.ts'
import type { SelectedRows } from '#web/ui/list/use-selection.ts'
import { InstructionResultMessage } from './instruction-result-message.tsx'
import { MaturitySelectionActions } from './maturity-actions.tsx'
import { useInstructionMessage } from './use-instruction-message.ts'

type MaturityList = typeof listMaturities

const useMaturityFilters = (): FilterChoices<MaturityList> => {
  const { t } = useTranslation('maturities')
  return useMemo(
    () => ({
      search: { control: 'search', label: t('search') },
      within: {
        control: 'select',
        label: t('fields.within'),
        pinned: true,
        options: maturityWindows.map((value) => ({ value, label: t(`within.${value}`) })),
      },
      view: {
        control: 'select',
        label: t('fields.view'),
        pinned: true,
        options: maturityViews.map((value) => ({ value, label: t(`views.${value}`) })),
      },
      instruction: {
        control: 'select',
        label: t('fields.instruction'),
        pinned: true,
        options: maturityInstructions.map((value) => ({ value, label: t(`instructions.${value}`) })),
      },
      called: { control: 'yesNo', label: t('fields.called') },
      stopped: { control: 'yesNo', label: t('fields.stopped') },
    }),
    [t],
  )
}

const useMaturityColumns = (): readonly Column<MaturityList>[] => {
  const { t } = useTranslation('maturities')
  const format = useFormatters()
  return useMemo(
    () => [
      { key: 'expiresOn', label: t('fields.expiresOn'), phone: 2, cell: format.date },
      { key: 'clientName', label: t('fields.client'), phone: 1 },
      { key: 'clientCvl', label: t('fields.cvl'), optional: true },
      { key: 'accountNumber', label: t('fields.account') },
      { key: 'productName', label: t('fields.product'), optional: true },
      { key: 'rate', label: t('fields.rate'), align: 'end', optional: true, cell: (rate) => format.rate(rate) },
      {
        key: 'balance',
        label: t('fields.balance'),
        align: 'end',
        phone: 3,
        cell: (amount) => renderAmount(format, amount),
        total: ({ balance }) => renderAmount(format, balance),
      },
      {
        key: 'instruction',
        label: t('fields.instruction'),
        cell: (instruction) => t(`instructions.${instruction}`),
      },
      {
        key: 'reasons',
        label: t('fields.reasons'),
        cell: (reasons) =>
          reasons.length === 0
            ? '–'
            : [...new Set(reasons.map(getReasonGroup))].map((group) => t(`reasons.${group}`)).join(' · '),
      },
      { key: 'lastCallOn', label: t('fields.lastCallOn'), cell: format.date },
      { key: 'lastCallNote', label: t('fields.lastCallNote'), optional: true, cell: (note) => note ?? '–' },
    ],
    [t, format],
  )
}

const maturityDeskQuery = buildQueryOptions(getMaturityOverview, {})

/** Asks for the rows and their count. */
export const prefetch = createListPrefetch(listMaturities)

const buildAccountHref = ({ id, clientId }: { id: string; clientId: string }): string =>
  `/clientes/${clientId}/cuentas/${id}`

/** What matures in the next weeks, the nearest first, and what is to become of it. */
export default function MaturitiesScreen() {
  const { t } = useTranslation('maturities')
  const format = useFormatters()
  const [params] = useSearchParams()
  const { filters } = readListState(listMaturities, params)
  const mayEdit = usePermission('bt_Vencimientos', 'edit')
  const { data } = useQuery(maturityDeskQuery)
  const kept =
    data?.retention &&
    t('retention', {
      retention: format.decimal(data.retention),
      renewed: format.money(data.renewed),
      matured: format.money(data.matured),
    })
  const messages = useInstructionMessage()
  const actions = (selected: SelectedRows, _count: number, { clear }: { clear: () => void }) => (
    <MaturitySelectionActions
      selected={selected}
      messages={messages}
      onDone={clear}
      filters={filters}
      products={data?.products ?? []}
      areSuspended={filters.view === 'parked'}
    />
  )
  return (
    <ListScreen
      list={listMaturities}
      label={t('title')}
      context={(count, total) => [t('count', { count, total }), kept].filter(Boolean).join(' · ')}
      above={<InstructionResultMessage messages={messages} />}
      filters={useMaturityFilters()}
      columns={useMaturityColumns()}
      rowHref={buildAccountHref}
      empty={t('empty')}
      selection={mayEdit ? actions : undefined}
    />
  )
}
