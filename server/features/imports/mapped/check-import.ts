import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type { ImportKind } from '#contract/imports/fields.ts'
import type * as contract from '#contract/imports.ts'
import type { DB } from '#db/types.ts'
import { RefusalError } from '#rules/refusal-error.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { FileDamagedError } from '#server/core/file-storage.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { assertMayCompareClients, auditComparedClients } from '../clients/compared-clients-limit.ts'
import { assertRequiredFieldsMapped, checkImportFile, saveCheckResult } from './check-file.ts'
import { assertImportRights, toImportMaker } from './import-maker.ts'
import { buildCheckLockKey, findImport } from './imports.queries.ts'
import { findOwnImportFile, lockOwnImportFile } from './own-import.ts'
import { readImportRowsJob } from './read-rows.ts'

/** So long the caller waits for the check itself; of a longer one they are told how far it is whenever they ask. */
const checkWaitMs = 2000

/** Kinds whose rows ask whether somebody is there. */
const comparedKinds: readonly ImportKind[] = ['clients', 'contacts']

type ImportDraft = Awaited<ReturnType<typeof findOwnImportFile>>

const hasSameFileFormat = (one: ImportDraft, other: ImportDraft): boolean =>
  JSON.stringify([one.fileId, one.form, one.mapping]) === JSON.stringify([other.fileId, other.form, other.mapping])

/** One check of an import at a time, in whatever process; false where one is under way. */
const tryLockImportCheck = async (tx: Kysely<DB>, importId: string): Promise<boolean> => {
  const { rows } = await sql<{
    free: boolean
  }>`select pg_try_advisory_xact_lock(${buildCheckLockKey(importId)}) as free`.execute(tx)
  return rows[0]!.free
}

/**
 * Checks the file of a draft in a transaction that writes only at its end: until then nobody waits for it. Its result is dropped where the
 * draft was read otherwise or given up meanwhile.
 */
const checkImportDraft = (ctx: Ctx, importId: string, draft: ImportDraft, { deps }: HttpContext): Promise<void> =>
  ctx.db.transaction().execute(async (tx) => {
    if (!(await tryLockImportCheck(tx, importId))) return
    const { kind, form, mapping, headings, fileId } = draft
    const content = await deps.files.read(ctx.prefix, fileId)
    const maker = toImportMaker(ctx, kind)
    const source = { kind, form, mapping, columns: headings.length, prefix: ctx.prefix, businessDate: ctx.businessDate }
    const pieces = deps.threads.stream(readImportRowsJob, { ...source, content })
    // Told outside of the transaction: nobody else sees what it has done until all of it is.
    const progress = async (done: number): Promise<void> => {
      await ctx.db.updateTable('mappedImport').set({ done }).where('id', '=', importId).execute()
    }
    const checked = await checkImportFile(tx, { kind, mapping, pieces, maker, progress })
    if (comparedKinds.includes(kind)) {
      await assertMayCompareClients(ctx, maker, checked.rows, { deps })
      await auditComparedClients(tx, ctx, importId, { deps })
    }
    if (!hasSameFileFormat(draft, await lockOwnImportFile(tx, ctx, importId))) throw buildRefusal('conflict.changed')
    await saveCheckResult(tx, importId, checked, new Date(deps.clock()).toISOString())
  })

/** Says on the import why its check came to nothing; only what people can do something about, anything else is in the log. */
const recordCheckFailure = async (
  ctx: Ctx,
  importId: string,
  error: unknown,
  { request }: HttpContext,
): Promise<void> => {
  const code = error instanceof RefusalError ? error.code : 'internal'
  if (code === 'internal' || error instanceof FileDamagedError)
    request.log.error({ err: error }, 'check of an import failed')
  await ctx.db
    .updateTable('mappedImport')
    .set({ failure: code, done: 0 })
    .where('id', '=', importId)
    .where('state', 'in', ['draft', 'checked'])
    .execute()
}

/** Reads the whole file and keeps what was found. The books are only looked at. A long check goes on after the answer. */
export const checkImport = async (
  ctx: Ctx,
  { params: { importId } }: ParsedRequest<typeof contract.checkImport>,
  raw: HttpContext,
): Promise<ResponseBody<typeof contract.checkImport>> => {
  const draft = await findOwnImportFile(ctx, importId)
  assertRequiredFieldsMapped(draft)
  assertImportRights(ctx, draft.kind)
  const waiting = new AbortController()
  let isAnswered = false
  const check = checkImportDraft(ctx, importId, draft, raw).catch(async (error: unknown) => {
    if (!isAnswered) throw error
    await recordCheckFailure(ctx, importId, error, raw)
  })
  const patience = sleep(checkWaitMs, undefined, { signal: waiting.signal }).catch(() => {})
  await Promise.race([check, patience])
  waiting.abort()
  isAnswered = true
  check.catch((error: unknown) => raw.request.log.error({ err: error }, 'check of an import failed'))
  return findImport(ctx, importId)
}
