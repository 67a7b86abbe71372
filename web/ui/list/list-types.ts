import type { ReactNode } from 'react'
import type { z } from 'zod'
import type { ListContract } from '#contract/core/list.ts'
import type { ListPrefs } from './column-prefs.ts'

export type ListRow<L extends ListContract> = z.output<L['row']>
export type FilterKey<L extends ListContract> = keyof L['filters'] & string
/** Sums over all matching rows, as the count endpoint gives them. */
export type ListTotals<L extends ListContract> = z.output<L['count']['output']> extends { totals: infer T } ? T : never

/** `isHidden`: reads so where an address sets it, and nobody chooses it. */
export type Option = { value: string; label: string; isHidden?: true }

/** Two filters in one field: the first day is the filter's own, `to` names the other. `hasFuture`: the list has days to come. */
type DateRange = { control: 'dateRange'; to: string; endLabels: readonly [string, string]; hasFuture?: true }

/** How a filter is asked for. `search` is the box of the list; `elsewhere` is drawn by the screen itself, by links for example. */
export type FilterSpec = { label: string; alwaysShown?: true } & (
  | { control: 'date' | 'yesNo' | 'amount' }
  | { control: 'text'; hint?: string }
  | { control: 'select'; options: readonly Option[] }
  | DateRange
)
/** `rangeEnd`: the last day of the field of another filter. A range is called by the dates unless it has a label. */
export type FilterChoice =
  | FilterSpec
  | (DateRange & { label?: string; alwaysShown?: true })
  | { control: 'search'; label: string }
  | { control: 'elsewhere' }
  | { control: 'rangeEnd' }
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
  /** What can be done with the row: at the end, always in sight, without a heading to read. */
  isActions?: true
  /** Without its sum, though it is counted. */
  isSummed?: false
  /** Its sum, in the last row. */
  total?: (totals: Totals) => ReactNode
  /** It counts: its sum needs no more room than its heading. */
  isCount?: true
}
/** A column of the table: only keys of the row. */
export type RowColumn<Row, Totals> = { [K in keyof Row & string]: ColumnForKey<Row, Totals, K> }[keyof Row & string]
export type Column<L extends ListContract> = RowColumn<ListRow<L>, ListTotals<L>>

/** Said by the list's declaration; where it has no such column, by the screen. */
type ScreenLabel<L extends ListContract, K> = K extends keyof L['columns'] ? { label?: string } : { label: string }
type ScreenColumnForKey<L extends ListContract, K extends keyof ListRow<L> & string> = Omit<
  ColumnForKey<ListRow<L>, ListTotals<L>, K>,
  'label' | 'cell'
> &
  ScreenLabel<L, K> & {
    /** What the screen shows otherwise than the kind of the column says. `word` is that of its code. */
    cell?: (value: ListRow<L>[K], row: ListRow<L>, word: string) => ReactNode
  }
/** The columns of a list that its screen shows, in its order: each by its key, or with its place and what is special here. */
export type ScreenColumns<L extends ListContract> = readonly {
  [K in keyof ListRow<L> & string]: K | ScreenColumnForKey<L, K>
}[keyof ListRow<L> & string][]

/** A column whose types the table no longer needs to know: cells and sums are methods, so that each may know its own rows. */
export type AnyColumn = {
  key: string
  label: string
  cell?(value: unknown, row: object): ReactNode
  align?: 'end'
  wide?: true
  optional?: true
  /** In pixels, where the person has set it. */
  width?: number
  phone?: 1 | 2 | 3 | 'beside'
  isActions?: true
  isSummed?: false
  total?(totals: object): ReactNode
  isCount?: true
}
export type AnyRow = Record<string, unknown> & { id: string }

export type ColumnChooserProps = {
  columns: readonly AnyColumn[]
  prefs: ListPrefs
  onChange: (prefs: ListPrefs) => void
}
