import type { ReactNode } from 'react'
import type { Sorting } from '#contract/core/list.ts'
import type { AnyColumn, AnyRow } from './list-types.ts'
import type { Selection } from './use-selection.ts'

export type Ordering = Sorting & { sortable: readonly string[]; onSort: (key: string) => void }

export type Picking = Pick<Selection, 'ids' | 'matching' | 'put'>

export type DataTableProps = {
  /** What the rows are, for those who can't see them. */
  label: string
  columns: readonly AnyColumn[]
  /** Undefined while the first ones are on their way: bones of the same height stand in for them. */
  rows: readonly AnyRow[] | undefined
  /** How many bones. */
  expected?: number
  /** Where a row leads; undefined for one that leads nowhere. */
  rowHref?: ((row: never) => string | undefined) | undefined
  ordering?: Ordering
  totals?: Readonly<Record<string, string>> | undefined
  /** The rows are those of before, others have been asked for. */
  busy?: boolean
  dense?: boolean
  /** Scrolls in a frame of its own, as tall as the window leaves, under a header that stays. */
  fill?: boolean
  /** Rows can be chosen. */
  picking?: Picking
}

/** What a column shows of a row; nothing, and zero, as –. */
export const cellOf = (column: AnyColumn, row: AnyRow): ReactNode =>
  column.cell ? column.cell(row[column.key] as never, row as never) : ((row[column.key] || '–') as ReactNode)
