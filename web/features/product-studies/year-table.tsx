import type { VariantProjection } from '#contract/product-studies.ts'
import { useFormatters } from '#web/core/format.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { renderAmount } from '#web/domain/amount.tsx'
import classes from './study.module.css'

/** A variant year by year: what it begins with, what it earns, what it ends with. */
export const YearTable = ({ title, projection }: { title: string; projection: VariantProjection }) => {
  const { t } = useTranslation('product-studies')
  const format = useFormatters()
  const { years, totalEarned } = projection
  return (
    // Scrolled by keyboard where it doesn't fit.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached
    <section className={classes.scroller} aria-label={title} tabIndex={0}>
      <table className={classes.table}>
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">{t('years.year')}</th>
            <th scope="col">{t('years.opening')}</th>
            <th scope="col">{t('years.interest')}</th>
            <th scope="col">{t('years.closing')}</th>
          </tr>
        </thead>
        <tbody>
          {years.map((year) => (
            <tr key={year.year}>
              <th scope="row" title={`${format.date(year.from)} – ${format.date(year.to)}`}>
                {format.number(year.year)}
              </th>
              <td>{renderAmount(format, year.opening)}</td>
              <td>{renderAmount(format, year.earned)}</td>
              <td>{renderAmount(format, year.closing)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('years.total')}</th>
            <td />
            <td>{renderAmount(format, totalEarned)}</td>
            <td />
          </tr>
        </tfoot>
      </table>
    </section>
  )
}
