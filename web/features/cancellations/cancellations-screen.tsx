import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import {
  cancellationStates,
  getCancellationOptions,
  getRetentionFigures,
  listCancellations,
} from '#contract/cancellations.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { renderAmount } from '#web/domain/amount.tsx'
import { ListScreen } from '#web/ui/list/list-screen.tsx'
import type { Column, FilterChoices } from '#web/ui/list/list-types.ts'
import { readListState } from '#web/ui/list/list-url-state.ts'
import { prefetchList } from '#web/ui/list/use-list-data.ts'
import { renderCancellationBadge } from './cancellation-badge.tsx'

type CancellationList = typeof listCancellations

const cancellationOptionsQuery = buildQueryOptions(getCancellationOptions, {})

const useCancellationFilters = (): FilterChoices<CancellationList> => {
  const { t } = useTranslation('cancellations')
  const { data } = useQuery(cancellationOptionsQuery)
  return useMemo(() => {
    const choices = (rows: readonly { id: string; name: string }[] = []) =>
      rows.map(({ id, name }) => ({ value: id, label: name }))
    return {
      search: { control: 'search', label: t('search') },
      state: {
        control: 'select',
        label: t('fields.state'),
        pinned: true,
        options: cancellationStates.map((value) => ({ value, label: t(`states.${value}`) })),
      },
      reason: { control: 'select', label: t('fields.reason'), pinned: true, options: choices(data?.reasons) },
      product: { control: 'select', label: t('fields.product'), pinned: true, options: choices(data?.products) },
      manager: { control: 'select', label: t('fields.manager'), options: choices(data?.managers) },
      account: { control: 'elsewhere' },
      from: { control: 'date', label: t('fields.from') },
      to: { control: 'date', label: t('fields.to') },
    }
  }, [t, data])
}

const useCancellationColumns = (): readonly Column<CancellationList>[] => {
  const { t } = useTranslation('cancellations')
  const format = useFormatters()
  return useMemo(
    () => [
      { key: 'quotedOn', label: t('fields.quotedOn'), cell: format.date },
      {
        key: 'state',
        label: t('fields.state'),
        phone: 2,
        cell: (state) => renderCancellationBadge(state, t(`states.${state}`)),
      },
      { key: 'clientName', label: t('fields.client'), phone: 1 },
      { key: 'clientCvl', label: t('fields.cvl'), optional: true },
      { key: 'accountNumber', label: t('fields.account'), optional: true },
      { key: 'productName', label: t('fields.product'), optional: true },
      { key: 'managerName', label: t('fields.manager'), optional: true, cell: (name) => name ?? '–' },
      { key: 'reasonName', label: t('fields.reason') },
      { key: 'lastOffer', label: t('fields.lastOffer'), cell: (offer) => (offer ? t(`offers.${offer}`) : '–') },
      {
        key: 'capital',
        label: t('fields.capital'),
        align: 'end',
        phone: 3,
        cell: (amount) => renderAmount(format, amount),
        total: ({ capital }) => renderAmount(format, capital),
      },
      {
        key: 'penalty',
        label: t('fields.penalty'),
        align: 'end',
        cell: (amount) => renderAmount(format, amount),
        total: ({ penalty }) => renderAmount(format, penalty),
      },
      {
        key: 'net',
        label: t('fields.net'),
        align: 'end',
        cell: (amount) => renderAmount(format, amount),
        total: ({ net }) => renderAmount(format, net),
      },
    ],
    [t, format],
  )
}

/** Asks for the rows and their count. */
export const prefetch = ({ searchParams }: URL): void =>
  prefetchList(listCancellations, undefined, readListState(listCancellations, searchParams))

const buildCancellationHref = ({ id }: { id: string }): string => `/crm/Cancelaciones/${id}`

/** Who wanted to leave early, what it would have cost, and who stayed. */
export default function CancellationsScreen() {
  const { t } = useTranslation('cancellations')
  const format = useFormatters()
  const [params] = useSearchParams()
  const { filters } = readListState(listCancellations, params)
  const { data } = useQuery({
    ...buildQueryOptions(getRetentionFigures, { query: filters }),
    placeholderData: keepPreviousData,
  })
  const kept =
    data?.retention &&
    t('retained', {
      retention: format.decimal(data.retention),
      retained: format.money(data.retained),
      decided: format.money(data.decided),
    })
  return (
    <ListScreen
      list={listCancellations}
      label={t('title')}
      context={(total) => [t('count', { count: total, total: format.number(total) }), kept].filter(Boolean).join(' · ')}
      filters={useCancellationFilters()}
      columns={useCancellationColumns()}
      rowHref={buildCancellationHref}
      empty={t('empty')}
    />
  )
}
