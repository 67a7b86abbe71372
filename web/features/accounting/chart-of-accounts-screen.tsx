import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Link, useSearchParams } from 'react-router'
import { getChartOfAccounts } from '#contract/accounting.ts'
import type { ResponseBody } from '#contract/core/endpoint.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { renderAmount } from '#web/domain/amount.tsx'
import { useLedgerNames } from '#web/domain/ledger-name.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { DataTable } from '#web/ui/list/data-table.tsx'
import { DateControl } from '#web/ui/list/date-control.tsx'
import type { RowColumn } from '#web/ui/list/list-types.ts'
import { Page } from '#web/ui/page.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import textClasses from '#web/ui/text.module.css'
import classes from './accounting.module.css'
import { AccountingTabs, accountingPaths } from './accounting-tabs.tsx'
import { sumAmounts } from './sum-amounts.ts'

type ChartOfAccounts = ResponseBody<typeof getChartOfAccounts>
type LedgerRow = ChartOfAccounts['ledgers'][number]
type DebitCreditTotals = { debit: string; credit: string }

const isDebitBalance = (balance: string): boolean => !balance.startsWith('-')
const stripSign = (balance: string): string => balance.replace('-', '')

const LedgerTable = ({ chart: { ledgers, asOf }, busy }: { chart: ChartOfAccounts; busy: boolean }) => {
  const { t } = useTranslation('accounting')
  const format = useFormatters()
  const nameOf = useLedgerNames()
  const columns = useMemo((): readonly RowColumn<LedgerRow & DebitCreditTotals, DebitCreditTotals>[] => {
    const side = (amount: string) => renderAmount(format, amount)
    return [
      {
        key: 'code',
        label: t('chart.ledger'),
        phone: 1,
        cell: (code, { name }) => (
          <Link
            to={`${accountingPaths.journals}?ledger=${code}&to=${asOf}`}
            aria-label={t('chart.open', { ledger: nameOf(code, name) })}
          >
            {nameOf(code, name)}
          </Link>
        ),
      },
      {
        key: 'debit',
        label: t('chart.debit'),
        align: 'end',
        phone: 2,
        cell: side,
        total: ({ debit }) => renderAmount(format, debit),
      },
      {
        key: 'credit',
        label: t('chart.credit'),
        align: 'end',
        phone: 3,
        cell: side,
        total: ({ credit }) => renderAmount(format, credit),
      },
    ]
  }, [t, format, nameOf, asOf])
  const rows = ledgers.map((row) => ({
    ...row,
    id: row.code,
    debit: isDebitBalance(row.balance) ? row.balance : '0.00',
    credit: isDebitBalance(row.balance) ? '0.00' : stripSign(row.balance),
  }))
  const totals = {
    debit: sumAmounts(rows.map(({ debit }) => debit)),
    credit: sumAmounts(rows.map(({ credit }) => credit)),
  }
  return <DataTable label={t('chart.title')} columns={columns} rows={rows} totals={totals} busy={busy} />
}

/** Each ledger account with its balance as of a day, which stands in the address; it opens to the journals that make it. */
export default function ChartOfAccountsScreen() {
  const { t } = useTranslation(['accounting', 'list', 'shell'])
  const format = useFormatters()
  const [address, setAddress] = useSearchParams()
  const asOf = address.get('asOf') ?? ''
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...buildQueryOptions(getChartOfAccounts, { query: asOf ? { asOf } : {} }),
    placeholderData: keepPreviousData,
  })
  const choose = (day: string): void => setAddress(day ? { asOf: day } : {}, { replace: true })
  const context = !data
    ? '\u00a0'
    : data.closedThrough
      ? t('chart.closedThrough', { date: format.date(data.closedThrough) })
      : t('chart.nothingClosed')
  return (
    <Page>
      <PageHead title={t('shell:screens.accounting')} context={context} />
      <AccountingTabs current="chart" />
      <div className={classes.tools}>
        <p className={textClasses.lead}>{t('chart.lead')}</p>
        <DateControl label={t('chart.asOf')} value={data && !asOf ? data.asOf : asOf} onChange={choose} />
      </div>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data && !error && <LedgerTable chart={data} busy={isPlaceholderData} />}
      {!data && !error && <div className={classes.skeleton} role="status" aria-label={t('list:loading')} />}
    </Page>
  )
}
