import { useTranslation } from 'react-i18next'
import type { OpeningQuote as Quote } from '#contract/openings.ts'
import { useFormat } from '#web/core/format.ts'
import { Facts } from '#web/ui/facts.tsx'
import { DataTable } from '#web/ui/list/data-table.tsx'
import type { ColumnFor } from '#web/ui/list/list-types.ts'
import { amountOf } from './amount.tsx'

type Payout = Quote['payouts'][number]
const isSome = (amount: string): boolean => /[1-9]/.test(amount)

/** What an account would earn, payment by payment. Needs the texts 'openings'. */
export const OpeningQuote = ({ quote }: { quote: Quote }) => {
  const { t } = useTranslation(['openings', 'common'])
  const format = useFormat()
  const money = (amount: string) => amountOf(format, amount)
  const bonus: ColumnFor<Payout, never> = { key: 'bonus', label: t('quote.bonus'), align: 'end', cell: money }
  const columns: readonly ColumnFor<Payout, never>[] = [
    { key: 'paidOn', label: t('quote.paidOn'), phone: 1, cell: format.date },
    { key: 'interest', label: t('quote.interest'), align: 'end', phone: 2, cell: money },
    ...(isSome(quote.bonus) ? [bonus] : []),
    { key: 'withheld', label: t('quote.withheld'), align: 'end', cell: money },
    { key: 'net', label: t('quote.net'), align: 'end', phone: 3, cell: money },
    { key: 'balanceAfter', label: t('quote.balance'), align: 'end', cell: money },
  ]
  const rows = quote.payouts.map((payout) => ({ ...payout, id: payout.on }))
  return (
    <>
      <Facts
        title={t('quote.title')}
        facts={[
          [t('quote.rate'), quote.accrues ? format.rate(quote.rate) : t('quote.neverEarns')],
          ...(isSome(quote.bonusRate) ? [[t('quote.bonusRate'), format.rate(quote.bonusRate)] as const] : []),
          ...(quote.effectiveRate === null
            ? []
            : [[t('common:effectiveRate'), format.rate(quote.effectiveRate)] as const]),
          [t('quote.opens'), format.date(quote.openedOn)],
          [t('quote.expires'), quote.expiresOn ? format.date(quote.expiresOn) : t('quote.noTerm')],
          [t('quote.gross'), format.money(quote.interest)],
          ...(isSome(quote.bonus) ? [[t('quote.bonus'), format.money(quote.bonus)] as const] : []),
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
