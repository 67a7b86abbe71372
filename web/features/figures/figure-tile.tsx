import { Link } from 'react-router'
import { figures } from '#contract/figures/keys.ts'
import type { Figure, FigurePeriod } from '#contract/figures.ts'
import { useFormatters } from '#web/core/format.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { formatFigureValue, useFigureChange } from './figure-value.tsx'
import classes from './figures.module.css'

type Props = { figure: Figure; period: FigurePeriod; params: URLSearchParams }

/** A figure with what it is compared with; it opens its explanation and its rows. */
export const FigureTile = ({ figure, period, params }: Props) => {
  const { t } = useTranslation('figures')
  const format = useFormatters()
  const changeOf = useFigureChange()
  const { key, count, amount, before, yearBefore } = figure
  const name = t(`figures.${key}`)
  const value = formatFigureValue(format, figure)
  const days = { from: format.date(period.from), to: format.date(period.to) }
  return (
    <li className={classes.tile}>
      <div className={classes.tileHead}>
        <span className={classes.name}>{name}</span>
        <span className={classes.moment}>{t(`moments.${figures[key].moment}`, days)}</span>
      </div>
      <Link
        className={classes.value}
        to={`/crm/cifras/${key}?${params}`}
        aria-label={t('open', { figure: name, value })}
      >
        {value}
      </Link>
      <span className={classes.rows}>{amount === null ? '\u00a0' : t(`rowCounts.${key}`, { count })}</span>
      {before && yearBefore && (
        <dl className={classes.compared}>
          <dt>{t('before')}</dt>
          <dd>{changeOf(before)}</dd>
          <dt>{t('yearBefore')}</dt>
          <dd>{changeOf(yearBefore)}</dd>
        </dl>
      )}
    </li>
  )
}
