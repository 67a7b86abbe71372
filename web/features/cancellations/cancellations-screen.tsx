import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import {
  type CancellationRow,
  cancellationStates,
  getCancellationOptions,
  getRetentionFigures,
  listCancellations,
  printCancellationQuote,
} from '#contract/cancellations.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { usePermission } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { useCancellationReasonName } from '#web/domain/cancellation-reasons.ts'
import { useRecordRowActions } from '#web/domain/record-row-actions.ts'
import { useAccountPeek } from '#web/domain/use-account-peek.tsx'
import { useListColumns } from '#web/domain/use-list-columns.tsx'
import { startExport } from '#web/ui/export/export-jobs.ts'
import { prefetchListAddress } from '#web/ui/list/list-prefetch.ts'
import { ListScreen } from '#web/ui/list/list-screen.tsx'
import type { FilterChoices, ScreenColumns } from '#web/ui/list/list-types.ts'
import { readListState } from '#web/ui/list/list-url-state.ts'
import type { RowAction } from '#web/ui/list/row-menu-types.ts'
import { SuccessMessage } from '#web/ui/status-messages.tsx'
import { renderCancellationBadge } from './cancellation-badge.tsx'

/** Comes with the first call that is recorded from a row. */
const LazyRetentionDialog = lazy(() =>
  import('./retention.tsx').then((module) => ({ default: module.RetentionDialog })),
)

type CancellationList = typeof listCancellations

const cancellationOptionsQuery = buildQueryOptions(getCancellationOptions, {})

const useCancellationFilters = (): FilterChoices<CancellationList> => {
  const { t } = useTranslation('cancellations')
  const { data } = useQuery(cancellationOptionsQuery)
  const getReasonName = useCancellationReasonName()
  return useMemo(() => {
    const choices = (rows: readonly { id: string; name: string }[] = []) =>
      rows.map(({ id, name }) => ({ value: id, label: name }))
    return {
      search: { control: 'search', label: t('search') },
      state: {
        control: 'select',
        label: t('fields.state'),
        alwaysShown: true,
        options: cancellationStates.map((value) => ({ value, label: t(`states.${value}`) })),
      },
      reason: {
        control: 'select',
        label: t('fields.reason'),
        alwaysShown: true,
        options: choices(data?.reasons).map(({ value, label }) => ({ value, label: getReasonName(label) })),
      },
      product: { control: 'select', label: t('fields.product'), alwaysShown: true, options: choices(data?.products) },
      manager: { control: 'select', label: t('fields.manager'), options: choices(data?.managers) },
      account: { control: 'elsewhere' },
      from: { control: 'dateRange', to: 'to', endLabels: [t('fields.from'), t('fields.to')] },
      to: { control: 'rangeEnd' },
    }
  }, [t, data, getReasonName])
}

const buildCancellationColumns = (getReasonName: (name: string) => string): ScreenColumns<CancellationList> => [
  'quotedOn',
  { key: 'state', phone: 2, cell: (state, _, word) => renderCancellationBadge(state, word) },
  { key: 'clientName', phone: 1 },
  { key: 'clientCvl', optional: true },
  { key: 'accountNumber', optional: true },
  { key: 'productName', optional: true },
  { key: 'managerName', optional: true },
  { key: 'reasonName', cell: getReasonName },
  'lastOffer',
  { key: 'capital', phone: 3 },
  'penalty',
  'net',
]

/** Asks for the rows and their count. */
export const prefetch = ({ searchParams }: URL): void => prefetchListAddress(listCancellations, searchParams)

const buildCancellationHref = ({ id }: { id: string }): string => `/crm/Cancelaciones/${id}`

/** What can be done with a quote from its row: what was offered to the client, the paper, and the client. */
const useCancellationRowActions = () => {
  const { t } = useTranslation(['cancellations', 'list'])
  const mayEdit = usePermission('bt_Cancelaciones', 'edit')
  const mayExport = usePermission('bt_Cancelaciones', 'export')
  const recordActions = useRecordRowActions()
  const [retainedId, setRetainedId] = useState<string | null>(null)
  const [message, setMessage] = useState('')
  const print = ({ id, accountNumber, quotedOn }: CancellationRow): void =>
    startExport(
      printCancellationQuote,
      { params: { quoteId: id } },
      `${t('quote.title', { number: accountNumber })} ${quotedOn}.pdf`,
    )
  const rowActions = (row: CancellationRow): RowAction[] => [
    ...(mayEdit && (row.state === 'open' || row.state === 'expired')
      ? [{ key: 'retain', label: t('retention.action'), run: () => setRetainedId(row.id) }]
      : []),
    ...(mayExport ? [{ key: 'pdf', label: t('list:export.pdf'), run: () => print(row) }] : []),
    ...recordActions(row),
  ]
  const dialog = (
    <>
      <SuccessMessage>{message}</SuccessMessage>
      {retainedId && (
        <Suspense>
          <LazyRetentionDialog quoteId={retainedId} onDone={setMessage} onClose={() => setRetainedId(null)} />
        </Suspense>
      )}
    </>
  )
  return { rowActions, dialog }
}

/** Who wanted to leave early, what it would have cost, and who stayed. */
export default function CancellationsScreen() {
  const { t } = useTranslation('cancellations')
  const format = useFormatters()
  const [params] = useSearchParams()
  const getReasonName = useCancellationReasonName()
  const columns = useMemo(() => buildCancellationColumns(getReasonName), [getReasonName])
  const { filters } = readListState(listCancellations, params)
  const { rowActions, dialog } = useCancellationRowActions()
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
      hasLongContext
      contentAbove={dialog}
      rowActions={rowActions}
      filters={useCancellationFilters()}
      columns={useListColumns(listCancellations, columns)}
      peek={useAccountPeek()}
      rowHref={buildCancellationHref}
      empty={t('empty')}
      emptyHint={t('emptyHint')}
    />
  )
}
