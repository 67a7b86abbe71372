import type { ClientCondition } from '#db/tables/core/client-rows.ts'
import { tableEntries } from '#db/tables/core/table-entries.ts'

const entries = Object.entries(tableEntries)

/**
 * Every table that says something of a client, with the rows that are about them: what the right of access gives, their record first. A table that refers
 * to a client or an account stands here or below with the reason; a test compares with the database.
 */
export const exportedClientTables: Readonly<Record<string, ClientCondition>> = Object.fromEntries(
  entries
    .flatMap(([table, { exported }]) => (typeof exported === 'function' ? [[table, exported] as const] : []))
    .sort(([one], [other]) => Number(other === 'client') - Number(one === 'client')),
)

/** Tables that name clients or accounts and say nothing of them that the others don't. */
export const unexportedClientTables: Readonly<Record<string, string>> = Object.fromEntries(
  entries.flatMap(([table, { exported }]) => (typeof exported === 'string' ? [[table, exported] as const] : [])),
)

/** Values that are no data of the person, or not theirs to read, by table. */
export const hiddenColumns: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  entries.flatMap(([table, { hidden }]) => (hidden ? [[table, hidden] as const] : [])),
)
