import { NativeSelect } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Link, useParams, useSearchParams } from 'react-router'
import { getTaxSummary, printWithholdingCertificate } from '#contract/accounting/taxes.ts'
import type { ResponseBody } from '#contract/core/endpoint.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { usePermission } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { Amount, renderAmount } from '#web/domain/amount.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PdfButton } from '#web/ui/export/pdf-button.tsx'
import { DataTable } from '#web/ui/list/data-table.tsx'
import type { RowColumn } from '#web/ui/list/list-types.ts'
import { RecordNavigation } from '#web/ui/list/record-trail.tsx'
import { MissingRecord } from '#web/ui/missing-record.tsx'
import { Page } from '#web/ui/page.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { FigureTiles } from '#web/ui/record-cards.tsx'
import { Section } from '#web/ui/section.tsx'
import textClasses from '#web/ui/text.module.css'
import classes from './accounting.module.css'
import { accountingPaths } from './accounting-tabs.tsx'

type TaxSummary = ResponseBody<typeof getTaxSummary>
type TaxedPayment = TaxSummary['payments'][number]

const useTaxedPaymentColumns = (clientId: string): readonly RowColumn<TaxedPayment, TaxSummary['sums']>[] => {
  const { t } = useTranslation('taxes')
  const format = useFormatters()
  return useMemo(() => {
    const amount = (value: string) => renderAmount(format, value)
    return [
      {
        key: 'bookedOn',
        label: t('fields.on'),
        phone: 2,
        cell: (on, { journalId }) =>
          journalId ? <Link to={`${accountingPaths.journals}/${journalId}`}>{format.date(on)}</Link> : format.date(on),
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

const TaxSummarySection = ({ summary, onYear }: { summary: TaxSummary; onYear: (year: string) => void }) => {
  const { t } = useTranslation('taxes')
  const mayPrint = usePermission('bt_Clientes', 'export')
  const maySeeClients = usePermission('bt_Clientes', 'view')
  const { clientId, clientName, clientCvl, identityNumber, year, years, sums, payments } = summary
  const columns = useTaxedPaymentColumns(clientId)
  return (
    <Page>
      <PageHead
        title={t('one.title', { name: clientName })}
        context={[clientCvl, identityNumber].filter(Boolean).join(' · ')}
        action={
          <>
            {mayPrint && (
              <PdfButton
                endpoint={printWithholdingCertificate}
                sent={{ params: { clientId }, query: { year: String(year) } }}
                file={`${clientName} ${year}`}
              />
            )}
            <RecordNavigation />
          </>
        }
      >
        {maySeeClients && <Link to={`/clientes/${clientId}`}>{t('one.open')}</Link>}
      </PageHead>
      <div className={classes.tools}>
        <p className={textClasses.lead}>{t('lead')}</p>
        <NativeSelect
          label={t('year')}
          value={String(year)}
          data={[...new Set([year, ...years])].map(String)}
          onChange={({ currentTarget }) => onYear(currentTarget.value)}
        />
      </div>
      <FigureTiles
        tiles={(['gross', 'base', 'withheld'] as const).map((key) => [
          t(`fields.${key}`),
          <Amount key={key} value={sums[key]} />,
        ])}
      />
      <Section title={t('one.payments')}>
        {payments.length > 0 ? (
          <DataTable label={t('one.payments')} columns={columns} rows={payments} totals={sums} dense />
        ) : (
          <EmptyState title={t('one.empty')} hint={t('one.emptyHint')} />
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
    ...buildQueryOptions(getTaxSummary, { params: { clientId }, query: year ? { year } : {} }),
    placeholderData: keepPreviousData,
  })
  if (data && !error)
    return <TaxSummarySection summary={data} onYear={(chosen) => setAddress({ year: chosen }, { replace: true })} />
  return (
    <MissingRecord
      title={t('shell:screens.clientTaxes')}
      failed={t('one.loadFailed')}
      error={error}
      refetch={refetch}
    />
  )
}
