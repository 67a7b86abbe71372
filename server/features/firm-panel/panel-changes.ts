import type { PanelChange } from '#contract/firm-panel.ts'
import { centsToAmount, formatScaledDecimal } from '#rules/cents.ts'
import { calculatePercent } from '#rules/percent.ts'

/** Whole units of what a tile is read as: cents, numbers, or tenths of a per cent. */
export type PanelUnits = bigint | null

export type UnitFormat = (units: bigint) => string
export const formatCents: UnitFormat = centsToAmount
export const formatCount: UnitFormat = String
export const formatTenths: UnitFormat = (units) => formatScaledDecimal(units, 1)

type Compared = { now: PanelUnits; old: PanelUnits; day: string }

/** Of shares the change is one in points, and no per cent of it. */
export const comparePanelUnits = ({ now, old, day }: Compared, format: UnitFormat): PanelChange => {
  const change = now === null || old === null ? null : now - old
  return {
    day,
    value: old === null ? null : format(old),
    change: change === null ? null : format(change),
    percent: change === null || old === null || format === formatTenths ? null : calculatePercent(change, old),
  }
}
