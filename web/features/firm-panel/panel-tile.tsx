import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { PanelChange, PanelPoint } from '#contract/firm-panel.ts'
import { useFormatters } from '#web/core/format.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import figures from '#web/domain/figures/figures.module.css'
import { Trend } from '#web/ui/trend/trend.tsx'
import classes from './firm-panel.module.css'
import { type ShownTile, usePanelValues } from './panel-value.ts'

/** How a figure came to be what it is; undefined until it is there. */
export type TileHistory = { monthBefore: PanelChange; yearBefore: PanelChange; points: readonly PanelPoint[] }

type Props = {
  tile: ShownTile
  name: string
  moment: string
  /** Null where there is nothing to measure; undefined until it is there. */
  value: string | null | undefined
  /** Where its rows are; null for whom they aren't to open. */
  href: string | null
  history: TileHistory | undefined
  /** Whether its months are shown below. */
  isChosen: boolean
  monthsHref: string
  /** What changed since a day, or the rows of then. */
  changeHref: (day: string) => string | null
  children?: ReactNode
}

type FactProps = { name: string; day: string; shown: string; href: string | null }

const ChangeFact = ({ name, day, shown, href }: FactProps) => (
  <div>
    <dt title={day}>{name}</dt>
    <dd>{href ? <Link to={href}>{shown}</Link> : shown}</dd>
  </div>
)

type FactsProps = Pick<Props, 'tile' | 'changeHref'> & { history: TileHistory }

const ChangeFacts = ({ tile, history, changeHref }: FactsProps) => {
  const { t } = useTranslation('firm-panel')
  const format = useFormatters()
  const { showChange } = usePanelValues()
  return (
    <dl className={classes.changes}>
      {(['monthBefore', 'yearBefore'] as const).map((key) => (
        <ChangeFact
          key={key}
          name={t(key)}
          day={format.date(history[key].day)}
          shown={showChange(tile, history[key])}
          href={history[key].change === null ? null : changeHref(history[key].day)}
        />
      ))}
    </dl>
  )
}

/** A figure of the firm: what it is now, how it changed, and its line of two years, which opens its months. */
export const PanelTileCard = (props: Props) => {
  const { tile, name, moment, value, href, history, isChosen, monthsHref, changeHref, children } = props
  const { t } = useTranslation(['firm-panel', 'list'])
  const { show } = usePanelValues()
  const shown = value === undefined ? '\u00a0' : show(tile, value)
  return (
    <li className={classes.tile} data-chosen={isChosen || undefined}>
      <div className={figures.tileHead}>
        <span className={figures.name}>{name}</span>
        <span className={figures.moment}>{moment}</span>
      </div>
      <div className={classes.reading}>
        {href && value !== undefined ? (
          <Link className={figures.value} to={href} aria-label={t('open', { figure: name, value: shown })}>
            {shown}
          </Link>
        ) : (
          <span className={figures.value}>{shown}</span>
        )}
        {history && (
          <Trend
            values={history.points.map((point) => point.value)}
            label={t('months', { figure: name })}
            change={null}
            href={monthsHref}
          />
        )}
      </div>
      <div>{children}</div>
      {history ? (
        <ChangeFacts tile={tile} history={history} changeHref={changeHref} />
      ) : (
        <span className={classes.skeleton} role="status" aria-label={t('list:loading')} />
      )}
    </li>
  )
}
