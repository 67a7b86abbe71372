import type { ColumnKind } from '#contract/core/column.ts'

/** How a column's values are written: text stays text whatever it looks like, the others keep their type in the file. */
export type ReportColumnKind = Exclude<ColumnKind, 'country' | 'phone'>

/** `width` counts characters; without it the kind decides. */
export type ReportColumn = { heading: string; kind: ReportColumnKind; width?: number }

/** Money and rates as decimal strings, dates as 'YYYY-MM-DD', instants as 'YYYY-MM-DD HH:MM:SS' on the firm's clock, everything else as it is. Null leaves the cell empty. */
export type ReportCell = string | number | boolean | null

/** Rows as they come from the database, some thousand at a time: the writers never hold more than one batch. */
export type RowBatches = AsyncIterable<readonly (readonly ReportCell[])[]>

/** Rows written so far, for whoever draws the progress. */
export type WriteProgress = { rows: number }
