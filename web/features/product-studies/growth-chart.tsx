import { useElementSize } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { buildGrowthPoints, calculateAxisTicks } from '#contract/product-studies/growth.ts'
import type { VariantProjection } from '#contract/product-studies.ts'
import { useFormatters } from '#web/core/format.ts'
import classes from './study.module.css'

export type GrowthLine = { number: number; name: string; amount: string; projection: VariantProjection }

const chartHeight = 260
const chartMargins = { left: 76, right: 16, top: 12, bottom: 28 }

/** How the money of each variant grows: told apart by the line's stroke too, and by a word beside it. */
export default function GrowthChart({ lines }: { lines: readonly GrowthLine[] }) {
  const { t } = useTranslation('product-studies')
  const format = useFormatters()
  // Drawn as wide as it stands, so that its figures keep their size on a telephone too.
  const { ref, width: measured } = useElementSize()
  const width = measured || 960
  const drawn = lines.map((line) => ({ ...line, points: buildGrowthPoints(line.amount, line.projection.years) }))
  const all = drawn.flatMap(({ points }) => points)
  const months = Math.max(...all.map((point) => point.months))
  const ticks = calculateAxisTicks(
    Math.min(...all.map(({ value }) => value)),
    Math.max(...all.map(({ value }) => value)),
  )
  const [low, high] = [ticks[0]!, ticks.at(-1)!]
  const x = (month: number): number =>
    chartMargins.left + (month / months) * (width - chartMargins.left - chartMargins.right)
  const y = (value: number): number =>
    chartHeight -
    chartMargins.bottom -
    ((value - low) / (high - low || 1)) * (chartHeight - chartMargins.top - chartMargins.bottom)
  const years = months / 12
  const every = [1, 2, 5, 10].find((n) => (years / n) * 44 <= width) ?? 20
  const marks = Array.from({ length: Math.floor(years / every) + 1 }, (_, n) => n * every)
  return (
    <figure ref={ref} className={classes.chart}>
      <svg viewBox={`0 0 ${width} ${chartHeight}`} role="img" aria-label={t('growth.label')}>
        {ticks.map((tick) => (
          <g key={tick}>
            <line
              className={classes.grid}
              x1={chartMargins.left}
              x2={width - chartMargins.right}
              y1={y(tick)}
              y2={y(tick)}
            />
            <text className={classes.tick} x={chartMargins.left - 8} y={y(tick) + 4} textAnchor="end">
              {format.money(tick.toFixed(2), { bare: true }).replace(/[.,]\d\d$/, '')}
            </text>
          </g>
        ))}
        {marks.map((year) => (
          <text key={year} className={classes.tick} x={x(year * 12)} y={chartHeight - 8} textAnchor="middle">
            {year}
          </text>
        ))}
        {drawn.map(({ number, points }) => (
          <g key={number} className={classes.line} data-line={number}>
            <polyline points={points.map((point) => `${x(point.months)},${y(point.value)}`).join(' ')} />
            {years <= 20 &&
              points.map((point) => <circle key={point.months} cx={x(point.months)} cy={y(point.value)} r={3} />)}
          </g>
        ))}
      </svg>
      {lines.length > 1 && (
        <figcaption className={classes.legend}>
          {lines.map(({ number, name }) => (
            <span key={number}>
              <svg viewBox="0 0 28 8" width={28} height={8} aria-hidden className={classes.line} data-line={number}>
                <polyline points="0,4 28,4" />
              </svg>
              {name}
            </span>
          ))}
        </figcaption>
      )}
    </figure>
  )
}
