import { Button, NativeSelect } from '@mantine/core'
import { IconFileZip } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import {
  exportWithholdingCertificates,
  getWithholdingReconciliation,
  listTaxSummaries,
} from '#contract/accounting/taxes.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { usePermission } from '#web/core/session.ts'
import { renderAmount } from '#web/domain/amount.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { startExport } from '#web/ui/export/export-jobs.ts'
import { ListScreen } from '#web/ui/list/list-screen.tsx'
import type { Column, FilterChoices } from '#web/ui/list/list-types.ts'
import { readListState } from '#web/ui/list/list-url-state.ts'
import { prefetchList } from '#web/ui/list/use-list-data.ts'
import classes from './accounting.module.css'
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
        pinned: true,
        options: forms,
      },
    }),
    [t, forms],
  )
}

const useTaxSummaryColumns = (): readonly Column<TaxSummaryList>[] => {
  const { t } = useTranslation('taxes')
  const format = useFormatters()
  return useMemo(() => {
    const amount = (value: string) => renderAmount(format, value)
    return [
      { key: 'clientName', label: t('fields.client'), phone: 1 },
      { key: 'clientCvl', label: t('fields.cvl'), optional: true },
      { key: 'identityNumber', label: t('fields.identity') },
      { key: 'country', label: t('fields.country') },
      { key: 'form', label: t('fields.form'), phone: 2, cell: (form) => t(`forms.${form}`) },
      { key: 'payments', label: t('fields.payments'), align: 'end', cell: format.number },
      {
        key: 'gross',
        label: t('fields.gross'),
        align: 'end',
        cell: amount,
        total: ({ gross }) => amount(gross),
      },
      { key: 'base', label: t('fields.base'), align: 'end', cell: amount, total: ({ base }) => amount(base) },
      {
        key: 'rate',
        label: t('fields.rate'),
        align: 'end',
        cell: (rate) => (rate === null ? t('several') : format.rate(rate)),
      },
      {
        key: 'withheld',
        label: t('fields.withheld'),
        align: 'end',
        phone: 3,
        cell: amount,
        total: ({ withheld }) => amount(withheld),
      },
    ]
  }, [t, format])
}

/** Asks for the rows and their count. */
export const prefetch = ({ searchParams }: URL): void =>
  prefetchList(listTaxSummaries, undefined, readListState(listTaxSummaries, searchParams))

/** The papers of whom the list shows, for whoever may take anything out. */
const Certificates = ({ year }: { year: number | undefined }) => {
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

/** The year stands in the address; the list and its check are of the same one. */
const TaxSummariesHeader = () => {
  const { t } = useTranslation('taxes')
  const [address, setAddress] = useSearchParams()
  const year = address.get('year')
  const { data, error, refetch } = useQuery({
    ...buildQueryOptions(getWithholdingReconciliation, { query: year ? { year } : {} }),
    placeholderData: keepPreviousData,
  })
  const choose = (chosen: string): void => {
    const next = new URLSearchParams(address)
    next.set('year', chosen)
    next.delete('page')
    setAddress(next, { replace: true })
  }
  return (
    <>
      <AccountingTabs current="taxes" />
      <div className={classes.tools}>
        <p className={classes.lead}>{t('lead')}</p>
        <Certificates year={data?.year} />
        {data && (
          <NativeSelect
            label={t('year')}
            value={String(data.year)}
            data={[...new Set([data.year, ...data.years])].map(String)}
            onChange={({ currentTarget }) => choose(currentTarget.value)}
          />
        )}
      </div>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data && !error && <TaxReconciliation check={data} />}
    </>
  )
}

/** What was withheld in a year, by client and form: to fill in the returns with. */
export default function TaxSummariesScreen() {
  const { t } = useTranslation('taxes')
  const format = useFormatters()
  const [address] = useSearchParams()
  const year = address.get('year')
  const hrefOf = ({ clientId }: { clientId: string }): string =>
    `${accountingPaths.taxes}/${clientId}${year ? `?year=${year}` : ''}`
  return (
    <ListScreen
      list={listTaxSummaries}
      label={t('title')}
      context={(total) => t('count', { count: total, total: format.number(total) })}
      above={<TaxSummariesHeader />}
      filters={useTaxSummaryFilters()}
      columns={useTaxSummaryColumns()}
      rowHref={hrefOf}
      empty={t('empty')}
    />
  )
}
