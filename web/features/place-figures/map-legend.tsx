import { useFormatters } from '#web/core/format.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { getClassColor } from '#web/ui/chart/chart-colors.ts'
import { getPaletteIndex } from './place-classes.ts'
import classes from './place-figures.module.css'
import { formatMeasure, type PlaceMeasure } from './place-measures.ts'

type Props = { measure: PlaceMeasure; starts: readonly number[] }

/** Which colour stands for how much. */
export const MapLegend = ({ measure, starts }: Props) => {
  const { t } = useTranslation('place-figures')
  const format = useFormatters()
  const write = (value: number): string => formatMeasure(format, measure, value)
  const nameOf = (at: number): string => {
    const from = starts[at - 1]
    const to = starts[at]
    if (from === undefined) return to === undefined ? t('legend.any') : t('legend.below', { to: write(to) })
    return to === undefined
      ? t('legend.above', { from: write(from) })
      : t('legend.between', { from: write(from), to: write(to) })
  }
  return (
    <ul className={classes.legend} aria-label={t('legend.title', { measure: t(`columns.${measure}`) })}>
      <li>
        <span className={classes.swatch} style={{ background: 'var(--surface)' }} />
        {t('legend.none')}
      </li>
      {[0, ...starts].map((start, at) => (
        <li key={start}>
          <span className={classes.swatch} style={{ background: getClassColor(getPaletteIndex(at, starts)) }} />
          {nameOf(at)}
        </li>
      ))}
    </ul>
  )
}
