import type { CancellationEstimate } from '#contract/cancellations.ts'
import { useFormatters } from '#web/core/format.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { Amount } from './amount.tsx'
import classes from './cancellation-breakdown.module.css'

type CancellationFigures = Pick<
  CancellationEstimate,
  'capital' | 'gross' | 'posted' | 'due' | 'penalty' | 'penaltyLimited' | 'taxable' | 'withheld' | 'net'
>

const isNonZeroAmount = (amount: string): boolean => /[1-9]/.test(amount)
const negateAmount = (amount: string): string => (isNonZeroAmount(amount) ? `-${amount}`.replace('--', '') : amount)

/** From what stands in the account to what is paid to a client who leaves, line by line. */
export const CancellationBreakdown = ({ figures }: { figures: CancellationFigures }) => {
  const { t } = useTranslation('cancellations')
  const format = useFormatters()
  const lines: readonly (readonly [label: string, amount: string, inner?: true])[] = [
    [t('quote.capital'), figures.capital],
    [t('quote.gross'), figures.gross, true],
    [t('quote.posted'), negateAmount(figures.posted), true],
    [t('quote.due'), figures.due],
    [t('quote.penalty'), negateAmount(figures.penalty)],
    [t('quote.withheld'), negateAmount(figures.withheld)],
    [t('quote.net'), figures.net],
  ]
  return (
    <>
      <table className={classes.sum}>
        <tbody>
          {lines.map(([label, amount, inner]) => (
            <tr key={label} data-inner={inner}>
              <th scope="row">{label}</th>
              <td>
                <Amount value={amount} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={classes.note}>
        {t('quote.taxable', { amount: format.money(figures.taxable) })} {figures.penaltyLimited && t('quote.limited')}
      </p>
    </>
  )
}
