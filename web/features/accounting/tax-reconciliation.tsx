import { useMemo } from 'react'
import { Link } from 'react-router'
import type { getWithholdingReconciliation } from '#contract/accounting/taxes.ts'
import type { ResponseBody } from '#contract/core/endpoint.ts'
import { useFormatters } from '#web/core/format.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { Amount, renderAmount } from '#web/domain/amount.tsx'
import { FactGrid } from '#web/ui/fact-grid.tsx'
import { DataTable } from '#web/ui/list/data-table.tsx'
import type { RowColumn } from '#web/ui/list/list-types.ts'
import { Section } from '#web/ui/section.tsx'
import textClasses from '#web/ui/text.module.css'
import { accountingPaths } from './accounting-tabs.tsx'
import { renderCheckBadge } from './check-badge.tsx'

type TaxReconciliationData = ResponseBody<typeof getWithholdingReconciliation>
type TaxReconciliationRow = TaxReconciliationData['rows'][number]

const useTaxReconciliationColumns = (): readonly RowColumn<TaxReconciliationRow, never>[] => {
  const { t } = useTranslation('taxes')
  const format = useFormatters()
  return useMemo(() => {
    const amount = (value: string) => renderAmount(format, value)
    return [
      {
        key: 'id',
        label: t('fields.journal'),
        phone: 1,
        cell: (id) => <Link to={`${accountingPaths.journals}/${id}`}>{id}</Link>,
      },
      { key: 'bookingDate', label: t('fields.on'), phone: 2, cell: format.date },
      { key: 'accountNumber', label: t('fields.account') },
      { key: 'ledger', label: t('check.inLedger'), align: 'end', cell: amount },
      { key: 'summary', label: t('check.inSummary'), align: 'end', cell: amount },
      { key: 'difference', label: t('check.difference'), align: 'end', phone: 3, cell: amount },
    ]
  }, [t, format])
}

/** The tax account's balance on a day, with the journals that make it. */
const TaxLedgerBalanceLink = ({ amount, to }: { amount: string; to: string }) => (
  <Link to={`${accountingPaths.journals}?ledger=tax_payable&to=${to}`}>
    <Amount value={amount} />
  </Link>
)

/** The books' tax account beside the sum of the lines, and the journals where they part. */
export const TaxReconciliation = ({
  check: { year, ledger, summary, difference, account, journals, rows },
}: {
  check: TaxReconciliationData
}) => {
  const { t } = useTranslation('taxes')
  const format = useFormatters()
  const columns = useTaxReconciliationColumns()
  const holds = journals === 0
  const opened = `${accountingPaths.journals}?ledger=tax_payable&from=${year}-01-01&to=${year}-12-31`
  return (
    <Section
      title={t('check.title')}
      state={holds ? renderCheckBadge('holds', t('check.holds')) : renderCheckBadge('differs', t('check.differs'))}
    >
      <FactGrid
        facts={[
          [
            t('check.ledger'),
            <Link key="ledger" to={opened}>
              <Amount value={ledger} />
            </Link>,
          ],
          [t('check.summary'), <Amount key="summary" value={summary} />],
          [t('check.difference'), <Amount key="difference" value={difference} />],
        ]}
      />
      <FactGrid
        facts={[
          [
            t('check.opening'),
            <TaxLedgerBalanceLink key="opening" amount={account.opening} to={`${year - 1}-12-31`} />,
          ],
          [t('fields.withheld'), <Amount key="withheld" value={ledger} />],
          [t('check.adjusted'), <Amount key="adjusted" value={account.adjusted} />],
          [
            t('check.paid'),
            <Link key="paid" to={`${accountingPaths.taxesOwed}?year=${year}`}>
              <Amount value={account.paid} />
            </Link>,
          ],
          [t('check.closing'), <TaxLedgerBalanceLink key="closing" amount={account.closing} to={`${year}-12-31`} />],
        ]}
      />
      {!holds && (
        <>
          <p className={textClasses.muted}>{t('check.lead')}</p>
          <DataTable label={t('check.rows')} columns={columns} rows={rows} dense />
          {journals > rows.length && (
            <p className={textClasses.muted}>{t('check.more', { shown: format.number(rows.length) })}</p>
          )}
        </>
      )}
    </Section>
  )
}
