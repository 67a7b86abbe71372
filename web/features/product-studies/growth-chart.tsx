import { useElementSize } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { growthOf, ticksOf } from '#contract/product-studies/growth.ts'
import type { Projection } from '#contract/product-studies.ts'
import { useFormat } from '#web/core/format.ts'
import classes from './study.module.css'

export type Line = { number: number; name: string; amount: string; projection: Projection }

const height = 260
const edge = { left: 76, right: 16, top: 12, bottom: 28 }

/** How the money of each variant grows: told apart by the line's stroke too, and by a word beside it. */
export default function GrowthChart({ lines }: { lines: readonly Line[] }) {
  const { t } = useTranslation('product-studies')
  const format = useFormat()
  // Drawn as wide as it stands, so that its figures keep their size on a telephone too.
  const { ref, width: measured } = useElementSize()
  const width = measured || 960
  const drawn = lines.map((line) => ({ ...line, points: growthOf(line.amount, line.projection.years) }))
  const all = drawn.flatMap(({ points }) => points)
  const months = Math.max(...all.map((point) => point.months))
  const ticks = ticksOf(Math.min(...all.map(({ value }) => value)), Math.max(...all.map(({ value }) => value)))
  const [low, high] = [ticks[0]!, ticks.at(-1)!]
  const x = (month: number): number => edge.left + (month / months) * (width - edge.left - edge.right)
  const y = (value: number): number =>
    height - edge.bottom - ((value - low) / (high - low || 1)) * (height - edge.top - edge.bottom)
  const years = months / 12
  const every = [1, 2, 5, 10].find((n) => (years / n) * 44 <= width) ?? 20
  const marks = Array.from({ length: Math.floor(years / every) + 1 }, (_, n) => n * every)
  return (
    <figure ref={ref} className={classes.chart}>
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={t('growth.label')}>
        {ticks.map((tick) => (
          <g key={tick}>
            <line className={classes.grid} x1={edge.left} x2={width - edge.right} y1={y(tick)} y2={y(tick)} />
            <text className={classes.tick} x={edge.left - 8} y={y(tick) + 4} textAnchor="end">
              {format.money(tick.toFixed(2), { bare: true }).replace(/[.,]\d\d$/, '')}
            </text>
          </g>
        ))}
        {marks.map((year) => (
          <text key={year} className={classes.tick} x={x(year * 12)} y={height - 8} textAnchor="middle">
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
