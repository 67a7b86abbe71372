import type { MergeRule } from '#db/tables/core/feature-tables.ts'
import { tableEntries } from '#db/tables/core/table-entries.ts'

export type MovedReference = {
  /** As `table.column`. */
  name: string
  table: string
  column: string
  rule: Extract<MergeRule, { becomes: 'moves' }>
}

/**
 * References to clients whose rows move in a merge, by name: bank accounts before what names them. A gate fails where a foreign key to `client`, or
 * a table of rows about any record, does not say what becomes of it.
 */
export const movedReferences: readonly MovedReference[] = Object.entries(tableEntries)
  .flatMap(([table, { merged = {} }]) =>
    Object.entries(merged).flatMap(([column, rule]) =>
      rule.becomes === 'moves' ? [{ name: `${table}.${column}`, table, column, rule }] : [],
    ),
  )
  .sort((one, other) => (one.name < other.name ? -1 : 1))
