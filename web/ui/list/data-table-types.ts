import type { ReactNode } from 'react'
import type { ListSorting } from '#contract/core/list.ts'
import type { AnyColumn, AnyRow } from './list-types.ts'
import type { Selection } from './use-selection.ts'

export type TableSorting = ListSorting & {
  sortable: readonly string[]
  /** Without a direction: the other one of the column that sorts already. */
  onSort: (key: string, direction?: ListSorting['direction']) => void
}

export type RowSelection = Pick<Selection, 'ids' | 'matching' | 'put'>

/** Which row the pane beside the list shows, and how it learns that another one has the focus. */
export type ReadingPaneRows = { currentId: string | undefined; onRowFocus: (id: string) => void }

/** As a method: each list gives one that knows its own rows. */
type RowHref = { bivariant(row: AnyRow): string | undefined }['bivariant']

export type DataTableProps = {
  /** What the rows are, for those who can't see them. */
  label: string
  columns: readonly AnyColumn[]
  /** Undefined while the first ones are on their way: skeletons of the same height stand in for them. */
  rows: readonly AnyRow[] | undefined
  /** How many skeletons. */
  expected?: number
  /** Where a row leads; undefined for one that leads nowhere. */
  rowHref?: RowHref | undefined
  ordering?: TableSorting
  totals?: Readonly<Record<string, string>> | undefined
  /** The sums are on their way: their room is kept, so that what stands under the rows keeps its place. */
  awaitsTotals?: boolean
  /** The rows are those of before, others have been asked for. */
  busy?: boolean
  dense?: boolean
  /** Scrolls in a frame of its own, as tall as the window leaves, under a header that stays. */
  fillsHeight?: boolean
  /** Columns can be made wider and narrower. */
  onResize?: (key: string, width: number) => void
  /** Rows can be chosen. */
  rowSelection?: RowSelection
  /** Beside the rows stands the record of one of them: they are cards, however wide the window. */
  readingPane?: ReadingPaneRows | undefined
}

/** What a column shows of a row; nothing, and zero, as –. */
export const renderCell = (column: AnyColumn, row: AnyRow): ReactNode =>
  column.cell ? column.cell(row[column.key], row) : ((row[column.key] || '–') as ReactNode)

/** What a row is called: the cell that names it, in the words that stand there. */
export const getRowName = (row: AnyRow, column: AnyColumn): string => {
  const shown = renderCell(column, row)
  return String(typeof shown === 'string' ? shown : (row[column.key] ?? ''))
}
