import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { getOpeningFilterOptions, listOpenings, openingWaitReasons, productLines } from '#contract/openings.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { useSeesOwnClientsOnly } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { useAccountPeek } from '#web/domain/use-account-peek.tsx'
import { useListColumns } from '#web/domain/use-list-columns.tsx'
import { prefetchListAddress } from '#web/ui/list/list-prefetch.ts'
import { ListScreen } from '#web/ui/list/list-screen.tsx'
import type { FilterChoices, ScreenColumns } from '#web/ui/list/list-types.ts'
import { OpeningActions } from './opening-actions.tsx'
import { renderOpeningBadge } from './opening-badge.tsx'

type OpeningList = typeof listOpenings

const openingOptionsQuery = buildQueryOptions(getOpeningFilterOptions, {})

const useOpeningFilters = (): FilterChoices<OpeningList> => {
  const { t } = useTranslation('openings')
  const { data } = useQuery(openingOptionsQuery)
  const hidesManager = useSeesOwnClientsOnly()
  return useMemo(
    () => ({
      search: { control: 'search', label: t('waiting.search') },
      line: {
        control: 'select',
        label: t('waiting.line'),
        alwaysShown: true,
        options: productLines.map((value) => ({ value, label: t(`waiting.lines.${value}`) })),
      },
      waitsFor: {
        control: 'select',
        label: t('waiting.status'),
        alwaysShown: true,
        options: openingWaitReasons.map((value) => ({ value, label: t(`waiting.states.${value}`) })),
      },
      manager: hidesManager
        ? { control: 'elsewhere' }
        : {
            control: 'select',
            label: t('waiting.manager'),
            alwaysShown: true,
            options: (data?.managers ?? []).map(({ id, name }) => ({ value: id, label: name })),
          },
      amount: { control: 'amount', label: t('fields.amount'), alwaysShown: true },
      from: { control: 'dateRange', to: 'to', endLabels: [t('waiting.from'), t('waiting.to')] },
      to: { control: 'rangeEnd' },
    }),
    [t, data, hidesManager],
  )
}

const useOpeningColumns = () => {
  const { t } = useTranslation('openings')
  return useListColumns(
    listOpenings,
    useMemo(
      (): ScreenColumns<OpeningList> => [
        { key: 'clientName', phone: 1 },
        { key: 'waitsFor', phone: 2, cell: (state, _, word) => renderOpeningBadge(state, word) },
        'productName',
        { key: 'accountNumber', optional: true },
        { key: 'clientCvl', optional: true },
        { key: 'managerName', optional: true },
        'askedOn',
        { key: 'offerUntil', optional: true },
        { key: 'agreed', phone: 3 },
        'received',
        'missing',
        {
          key: 'version',
          label: t('waiting.actions'),
          phone: 'beside',
          isActions: true,
          cell: (_, row) => <OpeningActions opening={row} />,
        },
      ],
      [t],
    ),
  )
}

/** Asks for the rows and their count. */
export const prefetch = ({ searchParams }: URL): void => prefetchListAddress(listOpenings, searchParams)

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
      peek={useAccountPeek()}
      rowHref={buildAccountHref}
      empty={t('waiting.empty')}
      emptyHint={t('waiting.emptyHint')}
    />
  )
}
