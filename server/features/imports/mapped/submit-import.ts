import type { Kysely } from 'kysely'
import type { ProposalResult } from '#contract/approvals.ts'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type * as contract from '#contract/imports.ts'
import type { DB } from '#db/types.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { proposeForApproval } from '#server/domain/approvals.ts'
import { clientAuditPurpose } from '#server/domain/client-audit-values.ts'
import { assertNoRelatedImport } from '#server/domain/conflict-of-interest.ts'
import { deleteFileContent, markStoredFileRemoved } from '#server/domain/stored-files.ts'
import type { ImportFigures } from './check-rows.ts'
import { importKindHandlers } from './import-kind-handlers.ts'
import { isImportOverLimit } from './import-limit.ts'
import { assertImportRights } from './import-maker.ts'
import { importTask, undoImportTask } from './import-task.ts'
import { assertImportVisible } from './imports.queries.ts'
import { lockImport, lockOwnImport } from './own-import.ts'
import { saveUndoObstacles } from './undo-obstacles.ts'

/** The figures as whoever decides reads them. */
const toApprovalFacts = ({ figures, ...found }: NonNullable<Awaited<ReturnType<typeof lockImport>>>) => ({
  rows: found.fresh,
  ...Object.fromEntries(
    ((figures as ImportFigures | null)?.sums ?? []).map(({ word, rows, amount }) => [word, amount ?? rows]),
  ),
  ...(found.amount !== null && { amount: found.amount }),
  leftOut: found.wrong,
  sha256: found.sha256,
})

const toMessageParams = ({ id, fresh, amount }: { id: string; fresh: number | null; amount: string | null }) => ({
  who: id,
  count: String(fresh ?? 0),
  ...(amount !== null && { amount }),
})

/** Asks for a checked import to be carried out. Throws `conflict.changed`, `import.nothing`, `import.wrongRows`. */
export const submitImport = (
  ctx: Ctx,
  { params: { importId }, body: { checkedAt, leaveOut, reason } }: ParsedRequest<typeof contract.submitImport>,
  { deps }: HttpContext,
): Promise<ProposalResult> =>
  ctx.db.transaction().execute(async (tx) => {
    const found = await lockOwnImport(tx, ctx, importId)
    assertImportRights(ctx, found.kind)
    if (found.state !== 'checked' || found.checkedAt !== checkedAt) throw buildRefusal('conflict.changed')
    if (!found.fresh) throw buildRefusal('import.nothing')
    if (found.wrong && !leaveOut) throw buildRefusal('import.wrongRows')
    await assertNoRelatedImport(tx, ctx, importId)
    const change = { payload: { importId, checkedAt }, reason, entity: 'mappedImport', entityId: importId }
    const limited = { ...ctx, role: ctx.person.role }
    // Opening balances are money that nobody has seen come: a second person looks, whatever the firm has switched off.
    const always = found.kind === 'accounts' || (await isImportOverLimit(tx, limited, importId))
    const proposed = await proposeForApproval(
      tx,
      ctx,
      importTask,
      {
        ...change,
        params: { ...toMessageParams(found), kind: found.kind },
        after: toApprovalFacts(found),
        assigneeId: null,
        always,
      },
      deps.clock(),
    )
    if (proposed.approvalId)
      await tx
        .updateTable('mappedImport')
        .set({ state: 'waiting', approvalId: proposed.approvalId })
        .where('id', '=', importId)
        .execute()
    return proposed
  })

/** Gives up what wasn't carried out: its rows and its file go. */
export const discardImport = async (
  ctx: Ctx,
  { params: { importId } }: ParsedRequest<typeof contract.discardImport>,
  raw: HttpContext,
): Promise<ResponseBody<typeof contract.discardImport>> => {
  const discardedFileId = await ctx.db.transaction().execute(async (tx) => {
    const { fileId } = await lockOwnImport(tx, ctx, importId)
    await tx
      .updateTable('mappedImport')
      .set({ state: 'discarded', fileId: null, sample: null })
      .where('id', '=', importId)
      .execute()
    await tx.deleteFrom('mappedImportRow').where('importId', '=', importId).execute()
    await tx.deleteFrom('mappedImportFault').where('importId', '=', importId).execute()
    if (fileId) await markStoredFileRemoved(tx, fileId)
    await recordAuditEvent(tx, ctx, { action: 'mappedImport.discarded', entity: 'mappedImport', entityId: importId })
    return fileId
  })
  await deleteFileContent(raw, discardedFileId)
  return { state: 'discarded' }
}

/** An import that can still be taken back, locked. */
const lockUndoableImport = async (tx: Kysely<DB>, ctx: Ctx, importId: string) => {
  await assertImportVisible(ctx, importId)
  const found = await lockImport(tx, importId)
  if (found?.state !== 'imported') throw buildRefusal('import.tooLate')
  if (found.undoApprovalId) throw buildRefusal('import.undoWaits')
  assertImportRights(ctx, found.kind)
  await assertNoRelatedImport(tx, ctx, importId)
  return found
}

/** Keeps with each row why it can't be taken back, in a transaction of its own: the refusal that follows takes nothing of that away. */
const assertNoObstacles = async (ctx: Ctx, importId: string, { deps }: HttpContext): Promise<void> => {
  const count = await ctx.db.transaction().execute(async (tx) => {
    const { kind } = await lockUndoableImport(tx, ctx, importId)
    const { prefix, businessDate } = ctx
    const box = deps.getSecretBox(clientAuditPurpose)
    const undoContext = { tx, importId, userId: ctx.person.userId, prefix, businessDate, box }
    const obstacles = await importKindHandlers[kind].findObstacles(undoContext)
    await saveUndoObstacles(tx, importId, obstacles)
    return obstacles.length
  })
  if (count > 0) throw buildRefusal('import.undoBlocked')
}

/** Asks for all of an import to be taken back; throws what stands against it. */
export const undoImport = async (
  ctx: Ctx,
  request: ParsedRequest<typeof contract.undoImport>,
  raw: HttpContext,
): Promise<ProposalResult> => {
  await assertNoObstacles(ctx, request.params.importId, raw)
  return proposeUndo(ctx, request, raw)
}

const proposeUndo = (
  ctx: Ctx,
  { params: { importId }, body: { reason } }: ParsedRequest<typeof contract.undoImport>,
  { deps }: HttpContext,
): Promise<ProposalResult> =>
  ctx.db.transaction().execute(async (tx) => {
    const found = await lockUndoableImport(tx, ctx, importId)
    const change = { payload: { importId }, reason, entity: 'mappedImport', entityId: importId }
    const proposed = await proposeForApproval(
      tx,
      ctx,
      undoImportTask,
      {
        ...change,
        params: { ...toMessageParams(found), kind: found.kind },
        after: toApprovalFacts(found),
        assigneeId: null,
      },
      deps.clock(),
    )
    if (proposed.approvalId)
      await tx
        .updateTable('mappedImport')
        .set({ undoApprovalId: proposed.approvalId })
        .where('id', '=', importId)
        .execute()
    return proposed
  })
