import type { OpeningQuote } from '#contract/openings.ts'
import { useFormatters } from '#web/core/format.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { DataTable } from '#web/ui/list/data-table.tsx'
import type { RowColumn } from '#web/ui/list/list-types.ts'
import { FactCard } from '#web/ui/record-cards.tsx'
import { renderAmount } from './amount.tsx'

type QuotedPayout = OpeningQuote['payouts'][number]
const isNonZeroAmount = (amount: string): boolean => /[1-9]/.test(amount)

/** What an account would earn, payment by payment. Needs the texts 'openings'. */
export const OpeningQuoteSummary = ({ quote }: { quote: OpeningQuote }) => {
  const { t } = useTranslation(['openings', 'common'])
  const format = useFormatters()
  const money = (amount: string) => renderAmount(format, amount)
  const bonus: RowColumn<QuotedPayout, never> = { key: 'bonus', label: t('quote.bonus'), align: 'end', cell: money }
  const columns: readonly RowColumn<QuotedPayout, never>[] = [
    { key: 'paidOn', label: t('quote.paidOn'), phone: 1, cell: format.date },
    { key: 'interest', label: t('quote.interest'), align: 'end', phone: 2, cell: money },
    ...(isNonZeroAmount(quote.bonus) ? [bonus] : []),
    { key: 'withheld', label: t('quote.withheld'), align: 'end', cell: money },
    { key: 'net', label: t('quote.net'), align: 'end', phone: 3, cell: money },
    { key: 'balanceAfter', label: t('quote.balance'), align: 'end', cell: money },
  ]
  const rows = quote.payouts.map((payout) => ({ ...payout, id: payout.on }))
  return (
    <>
      <FactCard
        title={t('quote.title')}
        facts={[
          [t('quote.rate'), quote.accrues ? format.rate(quote.rate) : t('quote.neverEarns')],
          ...(isNonZeroAmount(quote.bonusRate) ? [[t('quote.bonusRate'), format.rate(quote.bonusRate)] as const] : []),
          ...(quote.effectiveRate === null
            ? []
            : [[t('common:effectiveRate'), format.rate(quote.effectiveRate)] as const]),
          [t('quote.opens'), format.date(quote.openedOn)],
          [t('quote.expires'), quote.expiresOn ? format.date(quote.expiresOn) : t('quote.noTerm')],
          [t('quote.gross'), format.money(quote.interest)],
          ...(isNonZeroAmount(quote.bonus) ? [[t('quote.bonus'), format.money(quote.bonus)] as const] : []),
          [t('quote.withheld'), format.money(quote.withheld)],
          [t('quote.net'), format.money(quote.net)],
          [
            t(quote.expiresOn ? 'quote.total' : 'quote.totalSoFar'),
            <strong key="total">{format.money(quote.total)}</strong>,
          ],
        ]}
      />
      {rows.length > 0 && <DataTable label={t('quote.payouts')} columns={columns} rows={rows} dense />}
    </>
  )
}
