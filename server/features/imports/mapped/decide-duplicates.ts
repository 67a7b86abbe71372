import { type Kysely, type SqlBool, sql } from 'kysely'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type { DuplicateDecision } from '#contract/imports/fields.ts'
import type * as records from '#contract/imports/records.ts'
import type { DB } from '#db/types.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { checkStagedRows } from './check-rows.ts'
import { importKindHandlers } from './import-kind-handlers.ts'
import { assertImportRights, toImportMaker } from './import-maker.ts'
import { findImport } from './imports.queries.ts'
import { lockOwnImport } from './own-import.ts'
import { saveStagedFaults, saveStagedRows, stageSavedRows } from './staged-rows.ts'

/** Of the row `r`: whether it may be decided so. A number is nobody else's; over a record that the maker doesn't see nothing is written. */
const allowedBy: Record<DuplicateDecision, ReturnType<typeof sql<SqlBool>>> = {
  skip: sql`true`,
  update: sql`r.client_id is not null`,
  create: sql`not (r.fields -> 'duplicate' ->> 'byIdentity')::boolean`,
}

type DecisionBody = ParsedRequest<typeof records.decideDuplicates>['body']

/** Of all rows those that allow it are decided; of rows that are named each has to. */
const setDecisions = async (tx: Kysely<DB>, importId: string, { decision, lines }: DecisionBody): Promise<void> => {
  const { numAffectedRows } = await sql`
    update mapped_import_row r set decision = ${decision}
     where r.import_id = ${importId} and jsonb_typeof(r.fields -> 'duplicate') = 'object' and ${allowedBy[decision]}
       and (${lines ?? null}::integer[] is null or r.line = any(${lines ?? null}::integer[]))`.execute(tx)
  if (lines && Number(numAffectedRows) !== new Set(lines).size) throw buildRefusal('import.decisionNotAllowed')
}

/** Says what becomes of rows that may be clients who are there, and works out anew what would be done. Throws `conflict.changed`, `import.decisionNotAllowed`. */
export const decideDuplicates = async (
  ctx: Ctx,
  { params: { importId }, body }: ParsedRequest<typeof records.decideDuplicates>,
  { deps }: HttpContext,
): Promise<ResponseBody<typeof records.decideDuplicates>> => {
  await ctx.db.transaction().execute(async (tx) => {
    const found = await lockOwnImport(tx, ctx, importId)
    const { kind, state, checkedAt, rows } = found
    assertImportRights(ctx, kind)
    // Only the record of a client is ever written over.
    if (body.decision === 'update' && kind !== 'clients') throw buildRefusal('import.decisionNotAllowed')
    if (state !== 'checked' || checkedAt !== body.checkedAt) throw buildRefusal('conflict.changed')
    await setDecisions(tx, importId, body)
    await stageSavedRows(tx, importId, importKindHandlers[kind].figures)
    const { found: current } = await checkStagedRows(tx, { kind, maker: toImportMaker(ctx, kind) })
    await saveStagedRows(tx, importId)
    await saveStagedFaults(tx, importId)
    const { figures, ...totals } = current
    await tx
      .updateTable('mappedImport')
      .set({ ...totals, figures: JSON.stringify(figures), wrong: rows! - totals.known - totals.fresh })
      .set({ checkedAt: new Date(deps.clock()).toISOString() })
      .where('id', '=', importId)
      .execute()
  })
  return findImport(ctx, importId)
}
