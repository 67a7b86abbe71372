import { useTranslation } from 'react-i18next'
import type { CancellationEstimate } from '#contract/cancellations.ts'
import { useFormat } from '#web/core/format.ts'
import { Amount } from './amount.tsx'
import classes from './cancellation-sum.module.css'

type Figures = Pick<
  CancellationEstimate,
  'capital' | 'gross' | 'posted' | 'due' | 'penalty' | 'penaltyLimited' | 'taxable' | 'withheld' | 'net'
>

const isSome = (amount: string): boolean => /[1-9]/.test(amount)
const minus = (amount: string): string => (isSome(amount) ? `-${amount}`.replace('--', '') : amount)

/** From what stands in the account to what is paid to a client who leaves, line by line. */
export const CancellationSum = ({ figures }: { figures: Figures }) => {
  const { t } = useTranslation('cancellations')
  const format = useFormat()
  const lines: readonly (readonly [label: string, amount: string, inner?: true])[] = [
    [t('quote.capital'), figures.capital],
    [t('quote.gross'), figures.gross, true],
    [t('quote.posted'), minus(figures.posted), true],
    [t('quote.due'), figures.due],
    [t('quote.penalty'), minus(figures.penalty)],
    [t('quote.withheld'), minus(figures.withheld)],
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
