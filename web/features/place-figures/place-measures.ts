import type { FigureKey } from '#contract/figures/keys.ts'
import type { PlaceSums } from '#contract/place-figures.ts'
import { centsToAmount, formatScaledDecimal, toCents } from '#rules/cents.ts'
import type { Formatters } from '#web/core/format.ts'

/** What is shown of a line, in the order of its columns. */
export const placeFigureColumns = ['clients', 'accounts', 'capital', 'balance', 'captation'] as const
export type PlaceColumn = (typeof placeFigureColumns)[number]

/** What a map can show: of accounts, their capital. */
export const placeMeasures = ['clients', 'capital', 'balance', 'captation'] as const
export type PlaceMeasure = (typeof placeMeasures)[number]

/** Whose rows each of them is. */
export const figureOfColumn = {
  clients: 'clients',
  accounts: 'totalCapital',
  capital: 'totalCapital',
  balance: 'balance',
  captation: 'captation',
} as const satisfies Record<PlaceColumn, FigureKey>

/** A line, of which clients may not be counted. */
export type LineSums = Omit<PlaceSums, 'clients'> & { clients?: number }

const isCounted = (column: PlaceColumn): column is 'clients' | 'accounts' =>
  column === 'clients' || column === 'accounts'

/** In cents, or a number of rows. */
export const toUnits = (sums: LineSums, column: PlaceColumn): bigint =>
  isCounted(column) ? BigInt(sums[column] ?? 0) : toCents(sums[column])

export const formatColumn = (format: Formatters, sums: LineSums, column: PlaceColumn): string =>
  isCounted(column) ? format.number(sums[column] ?? 0) : format.money(sums[column])

/** A start of a class, as its measure is written. */
export const formatMeasure = (format: Formatters, measure: PlaceMeasure, value: number): string =>
  isCounted(measure) ? format.number(value) : format.money(`${value}.00`)

/** For colours and their classes alone. */
export const toColorClassValue = (sums: LineSums, measure: PlaceMeasure): number =>
  Number(toUnits(sums, measure)) / (isCounted(measure) ? 1 : 100)

/** Per cent of the total with one decimal; null where the total is nothing or below it. */
export const calculateShare = (units: bigint, total: bigint): string | null => {
  if (total <= 0n) return null
  const size = ((units < 0n ? -units : units) * 2000n + total) / (2n * total)
  return formatScaledDecimal(units < 0n ? -size : size, 1)
}

/** What several lines are together. */
export const addLines = (lines: readonly PlaceSums[]): PlaceSums => {
  const count = (column: 'clients' | 'accounts') => lines.reduce((sum, line) => sum + line[column], 0)
  const money = (column: 'capital' | 'balance' | 'captation') =>
    centsToAmount(lines.reduce((sum, line) => sum + toCents(line[column]), 0n))
  return {
    clients: count('clients'),
    accounts: count('accounts'),
    capital: money('capital'),
    balance: money('balance'),
    captation: money('captation'),
  }
}
