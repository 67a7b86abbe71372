import { sql } from 'kysely'
import type { Ctx } from '#server/core/ctx.ts'

/** As what the database gives a column of rows that were put together of several statements. */
export type BuiltColumns = Readonly<Record<string, 'date' | 'text' | 'numeric' | 'int'>>

/** What is put together of several statements has none of its own that a cursor could read. The cells of a row stand in the order of the columns. */
export const selectBuiltRows = (
  { db }: Pick<Ctx, 'db'>,
  columns: BuiltColumns,
  rows: readonly (readonly (string | number | null)[])[],
) =>
  db
    .selectFrom(
      sql<{ row: unknown; at: string }>`jsonb_array_elements(${JSON.stringify(rows)}::jsonb) with ordinality`.as(
        sql`r(row, at)`,
      ),
    )
    .select(
      Object.entries(columns).map(([column, type], at) => sql`(r.row ->> ${sql.lit(at)})::${sql.raw(type)}`.as(column)),
    )
    .orderBy('r.at')
