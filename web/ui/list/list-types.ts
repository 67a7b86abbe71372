import type { ReactNode } from 'react'
import type { z } from 'zod'
import type { ListContract } from '#contract/core/list.ts'

export type ListRow<L extends ListContract> = z.output<L['row']>
export type FilterKey<L extends ListContract> = keyof L['filters'] & string
/** Sums over all matching rows, as the count endpoint gives them. */
export type ListTotals<L extends ListContract> = z.output<L['count']['output']> extends { totals: infer T } ? T : never

/** `unoffered`: reads so where an address sets it, and nobody chooses it. */
export type Option = { value: string; label: string; unoffered?: true }

/** How a filter is asked for. `search` is the box of the list; `elsewhere` is drawn by the screen itself, by links for example. */
export type FilterSpec = { label: string; pinned?: true } & (
  | { control: 'date' | 'yesNo' | 'amount' }
  | { control: 'text'; hint?: string }
  | { control: 'select'; options: readonly Option[] }
)
export type FilterChoice = FilterSpec | { control: 'search'; label: string } | { control: 'elsewhere' }
/** Every filter of the contract, none forgotten. */
export type FilterChoices<L extends ListContract> = Record<FilterKey<L>, FilterChoice>

type ColumnForKey<Row, Totals, K extends keyof Row & string> = {
  key: K
  label: string
  /** The value as it stands unless given. */
  cell?: (value: Row[K], row: Row) => ReactNode
  /** Amounts and counts stand at the end, so that digits line up. */
  align?: 'end'
  /** A sentence rather than a name: it gets more room before it is cut. */
  wide?: true
  /** Not shown until chosen. */
  optional?: true
  /** Its place on the card that a phone shows, or beside it: what can be done with the row. The others are left out there. */
  phone?: 1 | 2 | 3 | 'beside'
  /** Its sum, in the last row. */
  total?: (totals: Totals) => ReactNode
}
/** A column of the table: only keys of the row. */
export type RowColumn<Row, Totals> = { [K in keyof Row & string]: ColumnForKey<Row, Totals, K> }[keyof Row & string]
export type Column<L extends ListContract> = RowColumn<ListRow<L>, ListTotals<L>>

/** A column whose types the table no longer needs to know. */
export type AnyColumn = {
  key: string
  label: string
  cell?: (value: never, row: never) => ReactNode
  align?: 'end'
  wide?: true
  optional?: true
  phone?: 1 | 2 | 3 | 'beside'
  total?: (totals: never) => ReactNode
}
export type AnyRow = Record<string, unknown>
