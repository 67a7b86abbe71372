import { Link } from 'react-router'
import { maturityDays } from '#contract/firm-panel/tiles.ts'
import type { PanelPoint } from '#contract/firm-panel.ts'
import { centsToAmount, formatScaledDecimal, toCents } from '#rules/cents.ts'
import { useFormatters } from '#web/core/format.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import tables from '#web/domain/numbers-table.module.css'
import { Chart } from '#web/ui/chart/chart.tsx'
import { ScrollFrame } from '#web/ui/scroll-frame.tsx'
import { Section } from '#web/ui/section.tsx'
import classes from './firm-panel.module.css'
import { buildMonthHref, buildTileHref, findMonthChangeHref } from './panel-address.ts'
import { type ShownTile, usePanelValues } from './panel-value.ts'

type Props = {
  tile: ShownTile
  name: string
  points: readonly PanelPoint[]
  /** Who is chosen. */
  params: URLSearchParams
  /** Whether the person may open the rows of figures. */
  isOpening: boolean
  onExport: (() => void) | undefined
}

type Difference = { change: string | null; percent: string | null }

/** From a month to the next one, in the unit of the tile; amounts are told in cents, whatever they are of. */
export const compareMonths = (before: PanelPoint | undefined, point: PanelPoint): Difference => {
  if (before?.value == null || point.value == null) return { change: null, percent: null }
  const places = point.value.split('.')[1]?.length ?? 0
  const then = toCents(before.value)
  const difference = toCents(point.value) - then
  const change =
    places === 2 ? centsToAmount(difference) : formatScaledDecimal(difference / 10n ** BigInt(2 - places), places)
  const size = ((difference < 0n ? -difference : difference) * 2000n + then) / (then > 0n ? 2n * then : 1n)
  return { change, percent: then > 0n ? formatScaledDecimal(difference < 0n ? -size : size, 1) : null }
}

const findRowsHref = (tile: ShownTile, point: PanelPoint, params: URLSearchParams): string => {
  if (tile !== 'captation') return buildTileHref(tile, { ...point, maturityDays }, params)
  return buildMonthHref(point.month, params)
}

/** The newest month first: its value opens its rows, its change what moved. */
const MonthTable = ({ tile, name, points, params, isOpening }: Omit<Props, 'onExport'>) => {
  const { t } = useTranslation('firm-panel')
  const format = useFormatters()
  const { show, showDifference, showPercent, unitOf } = usePanelValues()
  return (
    <ScrollFrame label={t('history', { figure: name })}>
      <table className={tables.numbers}>
        <thead>
          <tr>
            <th scope="col">{t('month')}</th>
            <th scope="col">{t('value')}</th>
            <th scope="col">{t('difference')}</th>
            {unitOf(tile) !== 'percent' && <th scope="col">{t('percent')}</th>}
          </tr>
        </thead>
        <tbody>
          {points.toReversed().map((point, back) => {
            const before = points[points.length - back - 2]
            const { change, percent } = compareMonths(before, point)
            const href = before ? findMonthChangeHref(tile, before, point, params) : null
            const difference = showDifference(tile, change, true)
            return (
              <tr key={point.month}>
                <th scope="row">{format.month(point.month)}</th>
                <td>
                  {isOpening && point.value !== null ? (
                    <Link to={findRowsHref(tile, point, params)}>{show(tile, point.value, true)}</Link>
                  ) : (
                    show(tile, point.value, true)
                  )}
                </td>
                <td>{href && change !== null ? <Link to={href}>{difference}</Link> : difference}</td>
                {unitOf(tile) !== 'percent' && <td>{showPercent(percent)}</td>}
              </tr>
            )
          })}
        </tbody>
      </table>
    </ScrollFrame>
  )
}

/** Two years of a figure, as a line and as a table beside it. */
export const PanelHistory = ({ onExport, ...props }: Props) => {
  const { t } = useTranslation('firm-panel')
  const { show, unitOf } = usePanelValues()
  const { tile, name, points } = props
  return (
    <Section title={t('history', { figure: name })} description={t('why')} id="months">
      <div className={classes.beside}>
        <Chart
          title={t(`chart.${unitOf(tile)}`, { figure: name })}
          pointHeading={t('month')}
          points={points.map(({ month }, position) => ({
            position,
            label: `${month.slice(5, 7)}/${month.slice(2, 4)}`,
          }))}
          series={[{ key: tile, name, color: 0, values: points.map(({ value }) => value) }]}
          format={(value) => show(tile, value)}
          onExport={onExport}
        />
        <div className={classes.months}>
          <MonthTable {...props} />
        </div>
      </div>
    </Section>
  )
}
