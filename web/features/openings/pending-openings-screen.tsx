import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { getOpeningFilterOptions, listOpenings, openingWaitReasons, productLines } from '#contract/openings.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { renderAmount } from '#web/domain/amount.tsx'
import { ListScreen } from '#web/ui/list/list-screen.tsx'
import type { Column, FilterChoices } from '#web/ui/list/list-types.ts'
import { readListState } from '#web/ui/list/list-url-state.ts'
import { prefetchList } from '#web/ui/list/use-list-data.ts'
import { OpeningActions } from './opening-actions.tsx'
import { renderOpeningBadge } from './opening-badge.tsx'

type OpeningList = typeof listOpenings

const openingOptionsQuery = buildQueryOptions(getOpeningFilterOptions, {})

const useOpeningFilters = (): FilterChoices<OpeningList> => {
  const { t } = useTranslation('openings')
  const { data } = useQuery(openingOptionsQuery)
  return useMemo(
    () => ({
      search: { control: 'search', label: t('waiting.search') },
      line: {
        control: 'select',
        label: t('waiting.line'),
        pinned: true,
        options: productLines.map((value) => ({ value, label: t(`waiting.lines.${value}`) })),
      },
      waitsFor: {
        control: 'select',
        label: t('waiting.status'),
        pinned: true,
        options: openingWaitReasons.map((value) => ({ value, label: t(`waiting.states.${value}`) })),
      },
      manager: {
        control: 'select',
        label: t('waiting.manager'),
        pinned: true,
        options: (data?.managers ?? []).map(({ id, name }) => ({ value: id, label: name })),
      },
      amount: { control: 'amount', label: t('fields.amount'), pinned: true },
      from: { control: 'date', label: t('waiting.from') },
      to: { control: 'date', label: t('waiting.to') },
    }),
    [t, data],
  )
}

const useOpeningColumns = (): readonly Column<OpeningList>[] => {
  const { t } = useTranslation('openings')
  const format = useFormatters()
  return useMemo(
    () => [
      { key: 'clientName', label: t('waiting.client'), phone: 1 },
      {
        key: 'waitsFor',
        label: t('waiting.status'),
        phone: 2,
        cell: (state) => renderOpeningBadge(state, t(`waiting.states.${state}`)),
      },
      { key: 'productName', label: t('fields.product') },
      { key: 'accountNumber', label: t('waiting.account'), optional: true },
      { key: 'clientCvl', label: t('waiting.cvl'), optional: true },
      { key: 'managerName', label: t('waiting.manager'), optional: true, cell: (name) => name ?? '–' },
      { key: 'askedOn', label: t('waiting.askedOn'), cell: format.date },
      { key: 'offerUntil', label: t('part.offerUntil'), optional: true, cell: format.date },
      {
        key: 'agreed',
        label: t('fields.amount'),
        align: 'end',
        phone: 3,
        cell: (amount) => renderAmount(format, amount),
        total: ({ agreed }) => renderAmount(format, agreed),
      },
      {
        key: 'received',
        label: t('part.received'),
        align: 'end',
        cell: (amount) => renderAmount(format, amount),
        total: ({ received }) => renderAmount(format, received),
      },
      {
        key: 'missing',
        label: t('part.missing'),
        align: 'end',
        cell: (amount) => renderAmount(format, amount),
        total: ({ missing }) => renderAmount(format, missing),
      },
      {
        key: 'version',
        label: t('waiting.actions'),
        phone: 'beside',
        cell: (_, row) => <OpeningActions opening={row} />,
      },
    ],
    [t, format],
  )
}

/** Asks for the rows and their count. */
export const prefetch = ({ searchParams }: URL): void =>
  prefetchList(listOpenings, undefined, readListState(listOpenings, searchParams))

const buildAccountHref = ({ id, clientId }: { id: string; clientId: string }): string =>
  `/clientes/${clientId}/cuentas/${id}`

/** Accounts on their way: what each waits for, and what can be done about it. */
export default function PendingOpeningsScreen() {
  const { t } = useTranslation('openings')
  const format = useFormatters()
  return (
    <ListScreen
      list={listOpenings}
      label={t('waiting.title')}
      context={(total) => t('waiting.count', { count: total, total: format.number(total) })}
      filters={useOpeningFilters()}
      columns={useOpeningColumns()}
      rowHref={buildAccountHref}
      empty={t('waiting.empty')}
    />
  )
}
