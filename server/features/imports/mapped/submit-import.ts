import type { Proposed } from '#contract/approvals.ts'
import type { Answer, Parsed } from '#contract/core/endpoint.ts'
import type {
  discardImport as discardContract,
  submitImport as submitContract,
  undoImport as undoContract,
} from '#contract/imports.ts'
import { audit } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import type { Raw } from '#server/core/serve.ts'
import { propose } from '#server/domain/approvals.ts'
import { dropContent, removeStoredFile } from '#server/domain/stored-files.ts'
import { assertNotOwnImport } from '#server/domain/too-near.ts'
import type { Figures } from './check-rows.ts'
import { isImportOverLimit } from './import-limit.ts'
import { importTask, undoTask } from './import-task.ts'
import { assertImport } from './imports.queries.ts'
import { kinds } from './kinds.ts'
import { lockImport, lockOwnImport } from './own-import.ts'

/** The figures as whoever decides reads them. */
const told = ({ figures, ...found }: NonNullable<Awaited<ReturnType<typeof lockImport>>>) => ({
  rows: found.fresh,
  ...Object.fromEntries(
    ((figures as Figures | null)?.sums ?? []).map(({ word, rows, amount }) => [word, amount ?? rows]),
  ),
  ...(found.amount !== null && { amount: found.amount }),
  leftOut: found.wrong,
  sha256: found.sha256,
})

const named = ({ id, fresh, amount }: { id: string; fresh: number | null; amount: string | null }) => ({
  ...{ who: id, count: String(fresh ?? 0) },
  ...(amount !== null && { amount }),
})

/** Asks for a checked import to be carried out. Throws `conflict.changed`, `import.nothing`, `import.wrongRows`. */
export const submitImport = (
  ctx: Ctx,
  { params: { importId }, body: { checkedAt, leaveOut, reason } }: Parsed<typeof submitContract>,
  { serving }: Raw,
): Promise<Proposed> =>
  ctx.db.transaction().execute(async (tx) => {
    const found = await lockOwnImport(tx, ctx, importId)
    if (found.state !== 'checked' || found.checkedAt !== checkedAt) throw refuse('conflict.changed')
    if (!found.fresh) throw refuse('import.nothing')
    if (found.wrong && !leaveOut) throw refuse('import.wrongRows')
    await assertNotOwnImport(tx, ctx, importId)
    const change = { payload: { importId, checkedAt }, reason, entity: 'mappedImport', entityId: importId }
    const limited = { role: ctx.person.role, businessDate: ctx.businessDate }
    const always = await isImportOverLimit(tx, limited, importId)
    const proposed = await propose(
      tx,
      ctx,
      importTask,
      { ...change, params: { ...named(found), kind: found.kind }, after: told(found), liesWith: null, always },
      serving.clock(),
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
  { params: { importId } }: Parsed<typeof discardContract>,
  raw: Raw,
): Promise<Answer<typeof discardContract>> => {
  const gone = await ctx.db.transaction().execute(async (tx) => {
    const { fileId } = await lockOwnImport(tx, ctx, importId)
    await tx
      .updateTable('mappedImport')
      .set({ state: 'discarded', fileId: null, sample: null })
      .where('id', '=', importId)
      .execute()
    await tx.deleteFrom('mappedImportRow').where('importId', '=', importId).execute()
    await tx.deleteFrom('mappedImportFault').where('importId', '=', importId).execute()
    if (fileId) await removeStoredFile(tx, fileId)
    await audit(tx, ctx, { action: 'mappedImport.discarded', entity: 'mappedImport', entityId: importId })
    return fileId
  })
  await dropContent(raw, gone)
  return { state: 'discarded' }
}

/** Asks for all of an import to be taken back; throws what stands against it. */
export const undoImport = (
  ctx: Ctx,
  { params: { importId }, body: { reason } }: Parsed<typeof undoContract>,
  { serving }: Raw,
): Promise<Proposed> =>
  ctx.db.transaction().execute(async (tx) => {
    await assertImport(ctx, importId)
    const found = await lockImport(tx, importId)
    if (found?.state !== 'imported') throw refuse('import.tooLate')
    if (found.undoApprovalId) throw refuse('import.undoWaits')
    await assertNotOwnImport(tx, ctx, importId)
    const { userId } = ctx.person
    await kinds[found.kind].refuseUndo({ tx, importId, userId, businessDate: ctx.businessDate })
    const change = { payload: { importId }, reason, entity: 'mappedImport', entityId: importId }
    const proposed = await propose(
      tx,
      ctx,
      undoTask,
      { ...change, params: { ...named(found), kind: found.kind }, after: told(found), liesWith: null },
      serving.clock(),
    )
    if (proposed.approvalId)
      await tx
        .updateTable('mappedImport')
        .set({ undoApprovalId: proposed.approvalId })
        .where('id', '=', importId)
        .execute()
    return proposed
  })
