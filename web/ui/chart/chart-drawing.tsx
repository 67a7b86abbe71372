import { LineChart } from '@mantine/charts'
import '@mantine/charts/styles.layer.css'
import { useElementSize } from '@mantine/hooks'
import { usePlotArea, useXAxisScale, useYAxisScale } from 'recharts'
import { useTranslation } from '#web/core/use-translation.ts'
import classes from './chart.module.css'
import { getChartColor, getStrokePattern } from './chart-colors.ts'
import { choosePointTicks, spreadLabels } from './chart-scale.ts'
import type { ChartData, ChartPoint, ChartSeries } from './chart-types.ts'

type Props = ChartData & { title: string; ticks: readonly number[] }

const chartHeight = 280
const labelHeight = 16
/** Figures of 12 px are about so wide. */
const characterWidth = 6.8
/** Below it, names stand beneath the chart: beside their lines they would take its room. */
const minWidthForNames = 720
const maxDottedPoints = 24
/** So many values of a single line stand beside their points without touching. */
const maxLabelledPoints = 8

const trimCents = (text: string): string => text.replace(/[.,]00(?!\d)/, '')
const findLastIndex = ({ values }: ChartSeries): number => values.findLastIndex((value) => value !== null)

/** What stands at the end of a line: its value, and its name where there is room. */
const formatEndLabel = (series: ChartSeries, format: ChartData['format'], withName: boolean): string => {
  const value = series.values[findLastIndex(series)]
  const figure = value == null ? '' : trimCents(format(value))
  return withName ? `${figure} ${series.name}` : figure
}

type EndLabelsProps = { series: readonly ChartSeries[]; points: readonly ChartPoint[]; labels: readonly string[] }

/** Each line says at its end what it is and where it got to. */
const EndLabels = ({ series, points, labels }: EndLabelsProps) => {
  const area = usePlotArea()
  const toX = useXAxisScale()
  const toY = useYAxisScale()
  if (!area || !toX || !toY) return null
  const ends = series.map((one) => {
    const last = findLastIndex(one)
    return { x: toX(points[last]?.position ?? 0) ?? 0, y: toY(Number(one.values[last] ?? 0)) ?? 0 }
  })
  const heights = spreadLabels(
    ends.map(({ y }) => y),
    labelHeight,
    area.y + area.height,
  )
  return (
    <g aria-hidden>
      {series.map(({ key, color }, at) => (
        <text
          key={key}
          className={classes.endLabel}
          style={{ fill: getChartColor(color) }}
          x={ends[at]!.x + 10}
          y={heights[at]! + 4}
        >
          {labels[at]}
        </text>
      ))}
    </g>
  )
}

const Legend = ({ series }: { series: readonly ChartSeries[] }) => (
  <ul className={classes.legend}>
    {series.map(({ key, name, color }, at) => (
      <li key={key}>
        <svg viewBox="0 0 28 8" width={28} height={8} aria-hidden>
          <line
            x1={0}
            x2={28}
            y1={4}
            y2={4}
            strokeWidth={2}
            stroke={getChartColor(color)}
            strokeDasharray={getStrokePattern(at)}
          />
        </svg>
        {name}
      </li>
    ))}
  </ul>
)

/** The lines themselves: loaded only where a chart is drawn. */
export default function ChartDrawing({ title, pointHeading, points, series, ticks, format }: Props) {
  const { t } = useTranslation('chart')
  const { ref, width } = useElementSize()
  // Until the drawing is measured the window says whether names will fit: a legend that comes and goes would move what is below.
  const withNames = (width || window.innerWidth) >= minWidthForNames
  const arePointsLabelled = withNames && series.length === 1 && points.length <= maxLabelledPoints
  const labels = series.map((one) => (arePointsLabelled ? one.name : formatEndLabel(one, format, withNames)))
  const formatTick = (value: number): string => trimCents(format(value.toFixed(2)))
  const labelWidth = Math.max(...labels.map((label) => label.length)) * characterWidth + 14
  const axisWidth = Math.max(...ticks.map((tick) => formatTick(tick).length)) * characterWidth + 14
  const pointNameWidth = Math.max(0, ...points.map(({ label }) => label.length)) * characterWidth + 8
  const nameOf = new Map(points.map(({ position, label }) => [position, label]))
  const rows = points.map(({ position }, at) => ({
    position,
    ...Object.fromEntries(series.map(({ key, values }) => [key, values[at] == null ? null : Number(values[at])])),
  }))
  return (
    <div ref={ref} className={classes.drawing}>
      <LineChart
        h={chartHeight}
        data={rows}
        dataKey="position"
        curveType="linear"
        strokeDasharray="0"
        tickLine="none"
        xAxisLabel={pointHeading}
        withDots={points.length <= maxDottedPoints}
        withPointLabels={arePointsLabelled}
        series={series.map(({ key, name, color }, at) => ({
          name: key,
          label: name,
          color: getChartColor(color),
          strokeDasharray: getStrokePattern(at),
        }))}
        valueFormatter={(value) => format(value.toFixed(2))}
        tooltipProps={{ labelFormatter: (position) => nameOf.get(Number(position)) ?? '' }}
        lineChartProps={{
          title: `${title}. ${t('keys')}`,
          margin: { top: 12, right: labelWidth, bottom: 24, left: 0 },
        }}
        xAxisProps={{
          type: 'number',
          domain: ['dataMin', 'dataMax'],
          ticks: choosePointTicks(points, width - labelWidth - axisWidth, pointNameWidth),
          interval: 0,
          tickFormatter: (position: number) => nameOf.get(position) ?? '',
        }}
        yAxisProps={{
          width: axisWidth,
          domain: [ticks[0]!, ticks.at(-1)!],
          ticks: [...ticks],
          interval: 0,
          tickFormatter: formatTick,
        }}
        {...(ticks.includes(0) && { referenceLines: [{ y: 0, color: 'var(--line-strong)' }] })}
      >
        <EndLabels series={series} points={points} labels={labels} />
      </LineChart>
      {!withNames && series.length > 1 && <Legend series={series} />}
    </div>
  )
}
