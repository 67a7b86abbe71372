import { Button } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { type FigureKey, figures } from '#contract/figures/keys.ts'
import { type Figure, type FigurePeriod, getFigure } from '#contract/figures.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { hasPermission } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { type FigureChoice, toFigureParams, toFigureQuery } from '#web/domain/figures/figure-choice.ts'
import { formatFigureValue, useFigureChange } from '#web/domain/figures/figure-value.tsx'
import classes from '#web/domain/figures/figures.module.css'
import textClasses from '#web/ui/text.module.css'

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
      <span className={textClasses.quietFigures}>
        {amount === null ? '\u00a0' : t(`rowCounts.${key}`, { count, total: format.number(count) })}
      </span>
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

/** Whether the person may see the data that the figure is made of. */
export const maySeeFigure = (key: FigureKey): boolean => hasPermission(figures[key].module, 'view')

/** A figure that takes longer than the others: its place is there at once. */
export const LateFigureTile = ({ figureKey, choice }: { figureKey: FigureKey; choice: FigureChoice }) => {
  const { t } = useTranslation(['figures', 'list'])
  const { data, error, refetch } = useQuery({
    ...buildQueryOptions(getFigure, { params: { figure: figureKey }, query: toFigureQuery(choice) }),
    placeholderData: keepPreviousData,
  })
  if (data) return <FigureTile figure={data.figure} period={data.period} params={toFigureParams(choice)} />
  return (
    <li className={classes.tile} data-late>
      <span className={classes.name}>{t(`figures.${figureKey}`)}</span>
      {error ? (
        <Button variant="default" onClick={() => void refetch()}>
          {t('failed')}
        </Button>
      ) : (
        <span className={classes.skeleton} role="status" aria-label={t('list:loading')} />
      )}
    </li>
  )
}
