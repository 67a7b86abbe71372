import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { listOpenings, openingFilterOptions, productLines, waitsFor } from '#contract/openings.ts'
import { useFormat } from '#web/core/format.ts'
import { read } from '#web/core/query.ts'
import { amountOf } from '#web/domain/amount.tsx'
import { ListScreen } from '#web/ui/list/list-screen.tsx'
import type { Column, FilterChoices } from '#web/ui/list/list-types.ts'
import { readState } from '#web/ui/list/url-state.ts'
import { askAhead } from '#web/ui/list/use-list-data.ts'
import { WaitingActions } from './waiting-actions.tsx'
import { waitingBadge } from './waiting-badge.tsx'

type List = typeof listOpenings

const options = read(openingFilterOptions, {})

const useFilters = (): FilterChoices<List> => {
  const { t } = useTranslation('openings')
  const { data } = useQuery(options)
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
        options: waitsFor.map((value) => ({ value, label: t(`waiting.states.${value}`) })),
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

const useColumns = (): readonly Column<List>[] => {
  const { t } = useTranslation('openings')
  const format = useFormat()
  return useMemo(
    () => [
      { key: 'clientName', label: t('waiting.client'), phone: 1 },
      {
        key: 'waitsFor',
        label: t('waiting.status'),
        phone: 2,
        cell: (state) => waitingBadge(state, t(`waiting.states.${state}`)),
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
        cell: (amount) => amountOf(format, amount),
        total: ({ agreed }) => amountOf(format, agreed),
      },
      {
        key: 'received',
        label: t('part.received'),
        align: 'end',
        cell: (amount) => amountOf(format, amount),
        total: ({ received }) => amountOf(format, received),
      },
      {
        key: 'missing',
        label: t('part.missing'),
        align: 'end',
        cell: (amount) => amountOf(format, amount),
        total: ({ missing }) => amountOf(format, missing),
      },
      {
        key: 'version',
        label: t('waiting.actions'),
        phone: 'beside',
        cell: (_, row) => <WaitingActions opening={row} />,
      },
    ],
    [t, format],
  )
}

/** Asks for the rows and their count. */
export const ahead = ({ searchParams }: URL): void =>
  askAhead(listOpenings, undefined, readState(listOpenings, searchParams))

const hrefOf = ({ id, clientId }: { id: string; clientId: string }): string => `/clientes/${clientId}/cuentas/${id}`

/** Accounts on their way: what each waits for, and what can be done about it. */
export default function WaitingScreen() {
  const { t } = useTranslation('openings')
  const format = useFormat()
  return (
    <ListScreen
      list={listOpenings}
      label={t('waiting.title')}
      context={(total) => t('waiting.count', { count: total, total: format.number(total) })}
      filters={useFilters()}
      columns={useColumns()}
      rowHref={hrefOf}
      empty={t('waiting.empty')}
    />
  )
}
