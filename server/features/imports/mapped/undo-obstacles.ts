import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import type { UndoObstacle } from './import-handler-types.ts'

const obstacleFaults = ['hangs', 'changedSince'] as const

/** Keeps with the rows of an import why they can't be taken back, instead of what stood against it before. */
export const saveUndoObstacles = async (
  tx: Kysely<DB>,
  importId: string,
  obstacles: readonly UndoObstacle[],
): Promise<void> => {
  await tx
    .deleteFrom('mappedImportFault')
    .where('importId', '=', importId)
    .where('fault', 'in', obstacleFaults)
    .execute()
  if (obstacles.length === 0) return
  await sql`
    insert into mapped_import_fault (import_id, line, n, field, fault, value)
    select ${importId}, o.line, 1, null, o.fault, left(o.value, 200) from jsonb_to_recordset(${JSON.stringify(obstacles)}::jsonb) as o (line integer, fault text, value text)`.execute(
    tx,
  )
}

/** How many rows of the import `i` can't be taken back, as it was last asked. */
export const countObstaclesSql = sql<number>`(
  select count(*)::integer from mapped_import_fault f where f.import_id = i.id and f.fault in (${sql.join([...obstacleFaults])}))`
