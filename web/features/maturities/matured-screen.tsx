import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { listMatured, maturedResults } from '#contract/maturities/matured.ts'
import { useFormatters } from '#web/core/format.ts'
import { useSeesOwnClientsOnly } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { useRecordRowActions } from '#web/domain/record-row-actions.ts'
import { useAccountPeek } from '#web/domain/use-account-peek.tsx'
import { useListColumns } from '#web/domain/use-list-columns.tsx'
import { createListPrefetch } from '#web/ui/list/list-prefetch.ts'
import { ListScreen } from '#web/ui/list/list-screen.tsx'
import type { FilterChoices, ScreenColumns } from '#web/ui/list/list-types.ts'
import { readListState } from '#web/ui/list/list-url-state.ts'
import { useRenewalRates } from './renewal-rate.tsx'
import { renderResultBadge } from './result-badge.tsx'

type MaturedList = typeof listMatured

const useMaturedFilters = (): FilterChoices<MaturedList> => {
  const { t } = useTranslation('maturities')
  const format = useFormatters()
  const rates = useRenewalRates()
  return useMemo(
    () => ({
      search: { control: 'search', label: t('search') },
      month: {
        control: 'select',
        label: t('fields.month'),
        alwaysShown: true,
        options: rates.map(({ through, value }) => ({
          value: through.slice(0, 7),
          label: [format.month(through), value && format.percent(value)].filter(Boolean).join(' · '),
        })),
      },
      result: {
        control: 'select',
        label: t('fields.result'),
        alwaysShown: true,
        options: maturedResults.map((value) => ({ value, label: t(`results.${value}`) })),
      },
    }),
    [t, format, rates],
  )
}

const buildMaturedColumns = (hidesManager: boolean): ScreenColumns<MaturedList> => [
  { key: 'closedOn', phone: 2 },
  { key: 'result', cell: (result, _, word) => renderResultBadge(result, word) },
  { key: 'clientName', phone: 1 },
  { key: 'clientCvl', optional: true },
  'productName',
  { key: 'matured', phone: 3 },
  'renewed',
  'accountNumber',
  { key: 'renewedNumber', optional: true },
  ...(hidesManager ? [] : ([{ key: 'managerName', optional: true }] as const)),
]

/** Asks for the rows and their count. */
export const prefetch = createListPrefetch(listMatured)

const buildAccountHref = ({ id, clientId }: { id: string; clientId: string }): string =>
  `/clientes/${clientId}/cuentas/${id}`

/** The accounts that the renewal rate is made of: what matured in twelve months, and what of it stayed. */
export default function MaturedScreen() {
  const { t } = useTranslation('maturities')
  const format = useFormatters()
  const [params] = useSearchParams()
  const hidesManager = useSeesOwnClientsOnly()
  const listRecordActions = useRecordRowActions()
  const rates = useRenewalRates()
  const { month } = readListState(listMatured, params).filters
  const rate = month ? rates.find(({ through }) => through.startsWith(month)) : rates[0]
  const rateText =
    rate?.value && t('matured.rate', { retention: format.decimal(rate.value), date: format.date(rate.through) })
  return (
    <ListScreen
      list={listMatured}
      label={t('matured.title')}
      hasLongContext
      context={(count, total) => [t('matured.count', { count, total }), rateText].filter(Boolean).join(' · ')}
      filters={useMaturedFilters()}
      columns={useListColumns(
        listMatured,
        useMemo(() => buildMaturedColumns(hidesManager), [hidesManager]),
      )}
      peek={useAccountPeek()}
      rowHref={buildAccountHref}
      rowActions={(row) => listRecordActions({ clientId: row.clientId, accountId: row.id })}
      empty={t('matured.empty')}
      emptyHint={t('matured.emptyHint')}
    />
  )
}
