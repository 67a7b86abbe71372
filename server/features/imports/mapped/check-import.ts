import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { Answer, Parsed } from '#contract/core/endpoint.ts'
import type { checkImport as contract } from '#contract/imports.ts'
import type { DB } from '#db/types.ts'
import { Refused } from '#rules/refused.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import { FileDamaged } from '#server/core/files.ts'
import type { Raw } from '#server/core/serve.ts'
import { checkLock, findImport } from './imports.queries.ts'
import { findOwnFile, lockOwnFile } from './own-import.ts'
import { assertMapped, checkFile, keepChecked } from './read-import.ts'
import { readRowsJob } from './read-rows.ts'
import { seesAccount } from './sees-account.ts'

/** So long the caller waits for the check itself; of a longer one they are told how far it is whenever they ask. */
const patienceMs = 2000

type Draft = Awaited<ReturnType<typeof findOwnFile>>

const isSameReading = (one: Draft, other: Draft): boolean =>
  JSON.stringify([one.fileId, one.form, one.mapping]) === JSON.stringify([other.fileId, other.form, other.mapping])

/** One check of an import at a time, in whatever process; false where one is under way. */
const takeTurn = async (tx: Kysely<DB>, importId: string): Promise<boolean> => {
  const { rows } = await sql<{
    free: boolean
  }>`select pg_try_advisory_xact_lock(${checkLock(importId)}) as free`.execute(tx)
  return rows[0]!.free
}

/**
 * Checks the file of a draft in a transaction that writes only at its end: until then nobody waits for it. Its result is dropped where the
 * draft was read otherwise or given up meanwhile.
 */
const checkDraft = (ctx: Ctx, importId: string, draft: Draft, { serving }: Raw): Promise<void> =>
  ctx.db.transaction().execute(async (tx) => {
    if (!(await takeTurn(tx, importId))) return
    const { kind, form, mapping, headings, fileId } = draft
    const content = await serving.files.read(ctx.prefix, fileId)
    const pieces = serving.threads.stream(readRowsJob, { kind, form, mapping, columns: headings.length, content })
    const { businessDate } = ctx
    const seen = seesAccount({ ...ctx, db: tx })
    // Told outside of the transaction: nobody else sees what it has done until all of it is.
    const progress = async (done: number): Promise<void> => {
      await ctx.db.updateTable('mappedImport').set({ done }).where('id', '=', importId).execute()
    }
    const checked = await checkFile(tx, { kind, mapping, pieces, businessDate, seen, progress })
    if (!isSameReading(draft, await lockOwnFile(tx, ctx, importId))) throw refuse('conflict.changed')
    await keepChecked(tx, importId, checked, new Date(serving.clock()).toISOString())
  })

/** Says on the import why its check came to nothing; only what people can do something about, anything else is in the log. */
const noteFailure = async (ctx: Ctx, importId: string, error: unknown, { request }: Raw): Promise<void> => {
  const code = error instanceof Refused ? error.code : 'internal'
  if (code === 'internal' || error instanceof FileDamaged)
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
  { params: { importId } }: Parsed<typeof contract>,
  raw: Raw,
): Promise<Answer<typeof contract>> => {
  const draft = await findOwnFile(ctx, importId)
  assertMapped(draft)
  const waiting = new AbortController()
  let isAnswered = false
  const check = checkDraft(ctx, importId, draft, raw).catch(async (error: unknown) => {
    if (!isAnswered) throw error
    await noteFailure(ctx, importId, error, raw)
  })
  const patience = sleep(patienceMs, undefined, { signal: waiting.signal }).catch(() => {})
  await Promise.race([check, patience])
  waiting.abort()
  isAnswered = true
  check.catch((error: unknown) => raw.request.log.error({ err: error }, 'check of an import failed'))
  return findImport(ctx, importId)
}
