import { type PanelTile, panelUnits } from '#contract/firm-panel/tiles.ts'
import type { PanelChange } from '#contract/firm-panel.ts'
import { useFormatters } from '#web/core/format.ts'
import { useTranslation } from '#web/core/use-translation.ts'

export type ShownTile = PanelTile | 'captation'

const unitOf = (tile: ShownTile) => (tile === 'captation' ? 'money' : panelUnits[tile])

/** Euros, numbers and shares of the panel in words. */
export const usePanelValues = () => {
  const { t } = useTranslation('firm-panel')
  const format = useFormatters()
  const withSign = (value: string, text: string): string =>
    value.startsWith('-') || Number(value) === 0 ? text : `+${text}`
  /** `isInTable`: the unit stands above it. */
  const show = (tile: ShownTile, value: string | null, isInTable = false): string => {
    if (value === null) return '–'
    const unit = unitOf(tile)
    if (unit === 'money') return format.money(value, { withoutCurrency: isInTable })
    return unit === 'count' ? format.number(Number(value)) : format.percent(value)
  }
  const showDifference = (tile: ShownTile, change: string | null, isInTable = false): string => {
    if (change === null) return '–'
    const unit = unitOf(tile)
    return withSign(
      change,
      unit === 'percent' ? t('points', { points: format.decimal(change) }) : show(tile, change, isInTable),
    )
  }
  const showPercent = (percent: string | null): string =>
    percent === null ? '–' : withSign(percent, format.percent(percent))
  const showChange = (tile: ShownTile, { change, percent }: Pick<PanelChange, 'change' | 'percent'>): string => {
    const difference = showDifference(tile, change)
    return percent === null ? difference : t('changed', { change: difference, percent: showPercent(percent) })
  }
  return { show, showDifference, showPercent, showChange, unitOf }
}
