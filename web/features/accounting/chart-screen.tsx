import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { getChart } from '#contract/accounting.ts'
import type { Answer } from '#contract/core/endpoint.ts'
import { useFormat } from '#web/core/format.ts'
import { read } from '#web/core/query.ts'
import { amountOf } from '#web/domain/amount.tsx'
import { useLedgerName } from '#web/domain/ledger-name.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { DataTable } from '#web/ui/list/data-table.tsx'
import { DateControl } from '#web/ui/list/date-control.tsx'
import type { ColumnFor } from '#web/ui/list/list-types.ts'
import { Page } from '#web/ui/page.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import classes from './accounting.module.css'
import { AccountingTabs, placeOf } from './accounting-tabs.tsx'

type Chart = Answer<typeof getChart>
type Row = Chart['ledgers'][number]
type Sums = { debit: string; credit: string }

const isDebit = (balance: string): boolean => !balance.startsWith('-')
const bare = (balance: string): string => balance.replace('-', '')

/** Whole cents of what is shown, so that the sums of both sides are exact. */
const sumOf = (balances: readonly string[]): string => {
  const cents = balances.reduce((sum, balance) => sum + BigInt(bare(balance).replace('.', '')), 0n)
  const digits = String(cents).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

const Ledgers = ({ chart: { ledgers, asOf }, busy }: { chart: Chart; busy: boolean }) => {
  const { t } = useTranslation('accounting')
  const format = useFormat()
  const nameOf = useLedgerName()
  const columns = useMemo((): readonly ColumnFor<Row & Sums, Sums>[] => {
    const side = (amount: string) => amountOf(format, amount)
    return [
      {
        key: 'code',
        label: t('chart.ledger'),
        phone: 1,
        cell: (code, { name }) => (
          <Link
            to={`${placeOf.journals}?ledger=${code}&to=${asOf}`}
            aria-label={t('chart.open', { ledger: nameOf(code, name) })}
          >
            {nameOf(code, name)}
          </Link>
        ),
        total: () => t('chart.sum'),
      },
      {
        key: 'debit',
        label: t('chart.debit'),
        align: 'end',
        phone: 2,
        cell: side,
        total: ({ debit }) => amountOf(format, debit),
      },
      {
        key: 'credit',
        label: t('chart.credit'),
        align: 'end',
        phone: 3,
        cell: side,
        total: ({ credit }) => amountOf(format, credit),
      },
    ]
  }, [t, format, nameOf, asOf])
  const rows = ledgers.map((row) => ({
    ...row,
    debit: isDebit(row.balance) ? row.balance : '0.00',
    credit: isDebit(row.balance) ? '0.00' : bare(row.balance),
  }))
  const totals = { debit: sumOf(rows.map(({ debit }) => debit)), credit: sumOf(rows.map(({ credit }) => credit)) }
  return <DataTable label={t('chart.title')} columns={columns} rows={rows} totals={totals} busy={busy} />
}

/** Each ledger account with its balance as of a day, which stands in the address; it opens to the journals that make it. */
export default function ChartScreen() {
  const { t } = useTranslation(['accounting', 'list', 'shell'])
  const format = useFormat()
  const [address, setAddress] = useSearchParams()
  const asOf = address.get('asOf') ?? ''
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...read(getChart, { query: asOf ? { asOf } : {} }),
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
        <p className={classes.lead}>{t('chart.lead')}</p>
        <DateControl label={t('chart.asOf')} value={data && !asOf ? data.asOf : asOf} onChange={choose} />
      </div>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data && !error && <Ledgers chart={data} busy={isPlaceholderData} />}
      {!data && !error && <div className={classes.bones} role="status" aria-label={t('list:loading')} />}
    </Page>
  )
}
