import { Button, Checkbox } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { lazy, Suspense, useId, useState } from 'react'
import { useTranslation } from '#web/core/use-translation.ts'
import { ChoiceButtons } from '#web/ui/choice-buttons.tsx'
import classes from './chart.module.css'
import { calculateChartTicks, canCutAxis } from './chart-scale.ts'
import { ChartTable } from './chart-table.tsx'
import type { ChartData } from './chart-types.ts'

const chartViews = ['chart', 'table'] as const

const LazyChartDrawing = lazy(() => import('./chart-drawing.tsx'))

type Props = ChartData & {
  /** What is shown and in which unit: 'Capital al final de cada mes, en euros'. */
  title: string
  /** Gives its figures as an Excel file; missing where the person may not have one. */
  onExport?: (() => void) | undefined
}

/**
 * Lines over time. Their axis begins at zero, or a sentence says that it does not. The same figures stand in a table: screen readers always have
 * it, the others one click away. A screen that shows a chart loads the texts `chart` and `list`.
 */
export const Chart = ({ title, onExport, ...data }: Props) => {
  const { t } = useTranslation(['chart', 'list'])
  const titleId = useId()
  const [view, setView] = useState<(typeof chartViews)[number]>('chart')
  const [isZoomed, setZoomed] = useState(false)
  const hasZoom = canCutAxis(data.series)
  const isCut = isZoomed && hasZoom
  const ticks = calculateChartTicks(data.series, isCut)
  return (
    <figure className={classes.chart} aria-labelledby={titleId}>
      <div className={classes.head}>
        <figcaption id={titleId} className={classes.title}>
          {title}
        </figcaption>
        <div className={classes.tools}>
          {hasZoom && view === 'chart' && (
            <Checkbox
              size="sm"
              label={t('cut')}
              checked={isZoomed}
              onChange={({ currentTarget }) => setZoomed(currentTarget.checked)}
            />
          )}
          <ChoiceButtons
            label={t('shown.label')}
            options={chartViews.map((value) => ({ value, label: t(`shown.${value}`) }))}
            value={view}
            onPick={setView}
          />
          {onExport && (
            <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} onClick={onExport}>
              {t('list:export.xlsx')}
            </Button>
          )}
        </div>
      </div>
      {view === 'chart' && (
        <>
          <p className={classes.cut} role="status">
            {isCut && t('cutNotice', { value: data.format(String(ticks[0])) })}
          </p>
          <Suspense fallback={<div className={classes.skeleton} />}>
            <LazyChartDrawing title={title} ticks={ticks} {...data} />
          </Suspense>
        </>
      )}
      <ChartTable title={title} isHidden={view === 'chart'} {...data} />
    </figure>
  )
}
