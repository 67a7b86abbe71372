import { NativeSelect } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams, useSearchParams } from 'react-router'
import { getTaxSummary, printCertificate } from '#contract/accounting/taxes.ts'
import type { Answer } from '#contract/core/endpoint.ts'
import { useFormat } from '#web/core/format.ts'
import { read } from '#web/core/query.ts'
import { useCan } from '#web/core/session.ts'
import { Amount, amountOf } from '#web/domain/amount.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PdfButton } from '#web/ui/export/pdf-button.tsx'
import { Tiles } from '#web/ui/facts.tsx'
import { DataTable } from '#web/ui/list/data-table.tsx'
import type { ColumnFor } from '#web/ui/list/list-types.ts'
import { RecordTrail } from '#web/ui/list/trail.tsx'
import { NoRecord } from '#web/ui/no-record.tsx'
import { Page } from '#web/ui/page.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { Section } from '#web/ui/section.tsx'
import classes from './accounting.module.css'
import { placeOf } from './accounting-tabs.tsx'

type Summary = Answer<typeof getTaxSummary>
type Payment = Summary['payments'][number]

const useColumns = (clientId: string): readonly ColumnFor<Payment, Summary['sums']>[] => {
  const { t } = useTranslation('taxes')
  const format = useFormat()
  return useMemo(() => {
    const amount = (value: string) => amountOf(format, value)
    return [
      {
        key: 'bookedOn',
        label: t('fields.on'),
        phone: 2,
        cell: (on, { journalId }) =>
          journalId ? <Link to={`${placeOf.journals}/${journalId}`}>{format.date(on)}</Link> : format.date(on),
      },
      {
        key: 'accountNumber',
        label: t('fields.account'),
        phone: 1,
        cell: (number, { accountId }) => <Link to={`/clientes/${clientId}/cuentas/${accountId}`}>{number}</Link>,
      },
      { key: 'form', label: t('fields.form'), cell: (form) => t(`forms.${form}`) },
      { key: 'gross', label: t('fields.gross'), align: 'end', cell: amount, total: ({ gross }) => amount(gross) },
      { key: 'base', label: t('fields.base'), align: 'end', cell: amount, total: ({ base }) => amount(base) },
      {
        key: 'rate',
        label: t('fields.rate'),
        align: 'end',
        cell: (rate, { basis }) => (basis === 'capital' ? `${format.rate(rate)} ${t('capital')}` : format.rate(rate)),
      },
      {
        key: 'withheld',
        label: t('fields.withheld'),
        align: 'end',
        phone: 3,
        cell: amount,
        total: ({ withheld }) => amount(withheld),
      },
      { key: 'source', label: t('fields.source') },
    ]
  }, [t, format, clientId])
}

const Summed = ({ summary, onYear }: { summary: Summary; onYear: (year: string) => void }) => {
  const { t } = useTranslation('taxes')
  const mayPrint = useCan('bt_Clientes', 'export')
  const maySeeClients = useCan('bt_Clientes', 'view')
  const { clientId, clientName, clientCvl, identityNumber, year, years, sums, payments } = summary
  const columns = useColumns(clientId)
  return (
    <Page>
      <PageHead
        title={t('one.title', { name: clientName })}
        context={[clientCvl, identityNumber].filter(Boolean).join(' · ')}
        action={
          <>
            {mayPrint && (
              <PdfButton
                endpoint={printCertificate}
                sent={{ params: { clientId }, query: { year: String(year) } }}
                file={`${clientName} ${year}`}
              />
            )}
            <RecordTrail />
          </>
        }
      >
        {maySeeClients && <Link to={`/clientes/${clientId}`}>{t('one.open')}</Link>}
      </PageHead>
      <div className={classes.tools}>
        <p className={classes.lead}>{t('lead')}</p>
        <NativeSelect
          label={t('year')}
          value={String(year)}
          data={[...new Set([year, ...years])].map(String)}
          onChange={({ currentTarget }) => onYear(currentTarget.value)}
        />
      </div>
      <Tiles
        tiles={(['gross', 'base', 'withheld'] as const).map((key) => [
          t(`fields.${key}`),
          <Amount key={key} value={sums[key]} />,
        ])}
      />
      <Section title={t('one.payments')}>
        {payments.length > 0 ? (
          <DataTable label={t('one.payments')} columns={columns} rows={payments} totals={sums} dense />
        ) : (
          <EmptyState title={t('one.empty')} />
        )}
      </Section>
    </Page>
  )
}

/** What was withheld from one client in a year, which stands in the address, payment by payment. */
export default function ClientTaxesScreen() {
  const { t } = useTranslation(['taxes', 'list', 'shell'])
  const { clientId = '' } = useParams()
  const [address, setAddress] = useSearchParams()
  const year = address.get('year')
  const { data, error, refetch } = useQuery({
    ...read(getTaxSummary, { params: { clientId }, query: year ? { year } : {} }),
    placeholderData: keepPreviousData,
  })
  if (data && !error)
    return <Summed summary={data} onYear={(chosen) => setAddress({ year: chosen }, { replace: true })} />
  return (
    <NoRecord title={t('shell:screens.clientTaxes')} failed={t('one.loadFailed')} error={error} refetch={refetch} />
  )
}
