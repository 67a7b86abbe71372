import { Button, NativeSelect } from '@mantine/core'
import { IconFileZip } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import {
  exportWithholdingCertificates,
  getWithholdingReconciliation,
  listTaxSummaries,
} from '#contract/accounting/taxes.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildQueryOptions, queryClient } from '#web/core/query-client.ts'
import { usePermission } from '#web/core/session.ts'
import { useAddress } from '#web/core/use-address.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { useListColumns } from '#web/domain/use-list-columns.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { startExport } from '#web/ui/export/export-jobs.ts'
import { prefetchListAddress } from '#web/ui/list/list-prefetch.ts'
import { ListScreen } from '#web/ui/list/list-screen.tsx'
import type { FilterChoices, ScreenColumns } from '#web/ui/list/list-types.ts'
import { readListState } from '#web/ui/list/list-url-state.ts'
import { RecordSkeleton } from '#web/ui/record-cards.tsx'
import textClasses from '#web/ui/text.module.css'
import { AccountingTabs, accountingPaths } from './accounting-tabs.tsx'
import { TaxReconciliation } from './tax-reconciliation.tsx'
import { useTaxFormOptions } from './use-tax-forms.ts'

type TaxSummaryList = typeof listTaxSummaries

const useTaxSummaryFilters = (): FilterChoices<TaxSummaryList> => {
  const { t } = useTranslation('taxes')
  const forms = useTaxFormOptions()
  return useMemo(
    () => ({
      search: { control: 'search', label: t('search') },
      year: { control: 'elsewhere' },
      form: {
        control: 'select',
        label: t('fields.form'),
        alwaysShown: true,
        options: forms,
      },
    }),
    [t, forms],
  )
}

const useTaxSummaryColumns = () => {
  const { t } = useTranslation('taxes')
  const format = useFormatters()
  return useListColumns(
    listTaxSummaries,
    useMemo(
      (): ScreenColumns<TaxSummaryList> => [
        { key: 'clientName', phone: 1 },
        { key: 'clientCvl', optional: true },
        'identityNumber',
        'country',
        { key: 'form', phone: 2 },
        'payments',
        'gross',
        'base',
        { key: 'rate', cell: (rate) => (rate === null ? t('several') : format.rate(rate)) },
        { key: 'withheld', phone: 3 },
      ],
      [t, format],
    ),
  )
}

/** Asks for the rows, their count and the check above them. */
export const prefetch = ({ searchParams }: URL): void => {
  prefetchListAddress(listTaxSummaries, searchParams)
  void queryClient.prefetchQuery(reconciliationQuery(searchParams.get('year')))
}

/** The papers of whom the list shows, for whoever may take anything out. */
const CertificatesButton = ({ year }: { year: number | undefined }) => {
  const { t } = useTranslation('taxes')
  const mayExport = usePermission('bt_Contabilidad', 'export')
  const [address] = useSearchParams()
  if (!mayExport || year === undefined) return null
  const { filters } = readListState(listTaxSummaries, address)
  const sent = { query: { ...filters, year: String(year) } }
  const start = (): void => startExport(exportWithholdingCertificates, sent, `${t('paper.file', { year })}.zip`)
  return (
    <Button variant="default" leftSection={<IconFileZip size={16} aria-hidden />} onClick={start}>
      {t('paper.all')}
    </Button>
  )
}

const reconciliationQuery = (year: string | null) =>
  buildQueryOptions(getWithholdingReconciliation, { query: year ? { year } : {} })
const useReconciliation = (year: string | null) =>
  useQuery({ ...reconciliationQuery(year), placeholderData: keepPreviousData })

/** The year stands in the address; the list and its check are of the same one. */
const TaxSummaryActions = () => {
  const { t } = useTranslation('taxes')
  const [address, change] = useAddress()
  const year = address.get('year')
  const { data } = useReconciliation(year)
  const choose = (chosen: string): void =>
    change(
      (next) => {
        next.set('year', chosen)
        next.delete('page')
      },
      { replace: true },
    )
  return (
    <>
      {data && (
        <NativeSelect
          aria-label={t('year')}
          value={String(data.year)}
          data={[...new Set([data.year, ...data.years])].map(String)}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
        />
      )}
      <CertificatesButton year={data?.year} />
    </>
  )
}

/** Proves the list against the books. */
const TaxSummariesCheck = () => {
  const { t } = useTranslation('taxes')
  const [address] = useSearchParams()
  const { data, error, refetch } = useReconciliation(address.get('year'))
  return (
    <>
      <p className={textClasses.lead}>{t('lead')}</p>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data && !error && <TaxReconciliation check={data} />}
    </>
  )
}

/** What was withheld in a year, by client and form: to fill in the returns with. */
export default function TaxSummariesScreen() {
  const { t } = useTranslation(['taxes', 'list'])
  const format = useFormatters()
  const [address] = useSearchParams()
  const year = address.get('year')
  // Drawn with the check above the list: what came a moment later would push the list down.
  const { isPending } = useReconciliation(year)
  const filters = useTaxSummaryFilters()
  const columns = useTaxSummaryColumns()
  if (isPending) return <RecordSkeleton label={t('list:loading')} tiles={0} />
  const buildHref = ({ clientId }: { clientId: string }): string =>
    `${accountingPaths.taxes}/${clientId}${year ? `?year=${year}` : ''}`
  return (
    <ListScreen
      list={listTaxSummaries}
      label={t('title')}
      context={(total) => t('count', { count: total, total: format.number(total) })}
      contentAbove={<AccountingTabs current="taxes" />}
      contentBelow={<TaxSummariesCheck />}
      action={<TaxSummaryActions />}
      filters={filters}
      columns={columns}
      rowHref={buildHref}
      empty={t('empty')}
      emptyHint={t('emptyHint')}
    />
  )
}
