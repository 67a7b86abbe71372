import type { PanelChange } from '#contract/firm-panel.ts'
import { centsToAmount, formatScaledDecimal } from '#rules/cents.ts'

/** Whole units of what a tile is read as: cents, numbers, or tenths of a per cent. */
export type PanelUnits = bigint | null

export type UnitFormat = (units: bigint) => string
export const formatCents: UnitFormat = centsToAmount
export const formatCount: UnitFormat = String
export const formatTenths: UnitFormat = (units) => formatScaledDecimal(units, 1)

/** Tenths of a per cent, half away from nothing; null of nothing, or of less. */
export const toPercent = (part: bigint, whole: bigint): string | null => {
  if (whole <= 0n) return null
  const size = ((part < 0n ? -part : part) * 2000n + whole) / (2n * whole)
  return formatScaledDecimal(part < 0n ? -size : size, 1)
}

type Compared = { now: PanelUnits; old: PanelUnits; day: string }

/** Of shares the change is one in points, and no per cent of it. */
export const compareUnits = ({ now, old, day }: Compared, format: UnitFormat): PanelChange => {
  const change = now === null || old === null ? null : now - old
  return {
    day,
    value: old === null ? null : format(old),
    change: change === null ? null : format(change),
    percent: change === null || old === null || format === formatTenths ? null : toPercent(change, old),
  }
}
