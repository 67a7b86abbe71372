import type { Money } from '#contract/core/values.ts'
import { useFormatters } from '#web/core/format.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { renderAmount } from './amount.tsx'
import classes from './domain.module.css'

type Props = { moneyIn: Money; moneyOut: Money; currency?: string }

/** What came in and what went out, apart: added together they would say nothing. */
export const InOutSums = ({ moneyIn, moneyOut, currency }: Props) => {
  const { t } = useTranslation('list')
  const format = useFormatters()
  return (
    <span className={classes.inOutSums}>
      <span>
        <span>{t('sums.in')}</span> {renderAmount(format, moneyIn, currency)}
      </span>
      <span>
        <span>{t('sums.out')}</span> {renderAmount(format, moneyOut, currency)}
      </span>
    </span>
  )
}
