import { type Kysely, sql } from 'kysely'
import type { Prefix } from '#contract/core/values.ts'
import type { ImportKind } from '#contract/imports/fields.ts'
import type { DB } from '#db/types.ts'
import { RefusalError } from '#rules/refusal-error.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import { isDatabaseUnavailable } from '#server/core/errors.ts'
import { isRepeatedFailure } from '#server/core/jobs.ts'
import type { SecretBox } from '#server/core/secret-box.ts'
import { notifyResponsibleUsers } from '#server/domain/notify-responsible-users.ts'
import { checkStagedRows } from './check-rows.ts'
import { executeImport } from './execute-import.ts'
import { importKindHandlers } from './import-kind-handlers.ts'
import { findImportMaker } from './import-maker.ts'
import { stalledFailureCode } from './imports.queries.ts'
import { lockImport } from './own-import.ts'
import { saveStagedFaults, saveStagedRows, stageSavedRows } from './staged-rows.ts'

type BusinessTime = { day: string; now: () => number }
type ImportsRunOptions = BusinessTime & {
  db: Kysely<DB>
  prefix: Prefix
  /** As in `ImportRunContext`. */
  box: SecretBox
  onError: (error: unknown) => void
  signal?: AbortSignal | undefined
  /** How often it has been tried, this time included. */
  attempt?: number
  /** This one alone. */
  importId?: string
}
type DueImport = { id: string; state: 'importing' | 'undoing' }

/** One import at a time in a prefix, those of the command line among them; false where one is under way. */
const tryLockImports = async (tx: Kysely<DB>): Promise<boolean> => {
  const { rows } = await sql<{ free: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('import'), hashtext(current_schema())) as free`.execute(tx)
  return rows[0]!.free
}

/** Those that are to be carried out or undone, or one of them. */
export const findDueImports = async (db: Kysely<DB>, importId?: string): Promise<DueImport[]> =>
  (await db
    .selectFrom('mappedImport')
    .where('state', 'in', ['importing', 'undoing'])
    .$if(importId !== undefined, (rows) => rows.where('id', '=', importId!))
    .select(['id', 'state'])
    .orderBy('id')
    .execute()) as DueImport[]

/** Carries an import out, in the one transaction that says so. Where the books have moved on since it was checked, it goes back to whoever made it. */
const executeImportById = async (
  { db, prefix, box, day, now }: ImportsRunOptions,
  tx: Kysely<DB>,
  importId: string,
): Promise<void> => {
  const [found] = await tx
    .selectFrom('mappedImport')
    .where('id', '=', importId)
    .where('state', '=', 'importing')
    .select(['kind', 'rows', 'fresh', 'known', 'amount', 'madeBy'])
    .execute()
  if (!found) return
  const kind = found.kind as ImportKind
  const maker = await findImportMaker(tx, { userId: found.madeBy, kind, prefix, businessDate: day })
  await stageSavedRows(tx, importId, importKindHandlers[kind].figures)
  const { found: current, changed } = await checkStagedRows(tx, { kind, maker })
  const { figures, ...left } = current
  if (changed) {
    await saveStagedRows(tx, importId)
    await saveStagedFaults(tx, importId)
  }
  const at = new Date(now()).toISOString()
  const one = () => tx.updateTable('mappedImport').where('id', '=', importId)
  if (left.fresh !== found.fresh || left.known !== found.known || left.amount !== found.amount) {
    const again = {
      ...left,
      figures: JSON.stringify(figures),
      wrong: found.rows! - left.known - left.fresh,
      checkedAt: at,
    }
    await one()
      .set({ state: 'checked', ...again, failure: 'import.booksMoved', approvalId: null })
      .execute()
    return
  }
  // Told outside of the transaction: nobody else sees what it has done until all of it is.
  const progress = async (done: number): Promise<void> => {
    await db.updateTable('mappedImport').set({ done }).where('id', '=', importId).execute()
  }
  await executeImport(
    { tx, importId, userId: found.madeBy, prefix, box, businessDate: day, progress },
    { kind, fresh: found.fresh!, at },
  )
  await recordAuditEvent(tx, null, {
    action: 'mappedImport.done',
    entity: 'mappedImport',
    entityId: importId,
    after: { rows: found.fresh, amount: found.amount },
  })
}

const undoImportById = async (
  { prefix, box, day, now }: ImportsRunOptions,
  tx: Kysely<DB>,
  importId: string,
): Promise<void> => {
  const found = await lockImport(tx, importId)
  if (found?.state !== 'undoing' || !found.undoneBy) return
  const { undoneBy: userId, fresh, amount } = found
  await importKindHandlers[found.kind].undo({ tx, importId, userId, prefix, box, businessDate: day })
  const undoneAt = new Date(now()).toISOString()
  await tx
    .updateTable('mappedImport')
    .set({ state: 'undone', undoneAt, failure: null })
    .where('id', '=', importId)
    .execute()
  await recordAuditEvent(tx, null, {
    action: 'mappedImport.undone',
    entity: 'mappedImport',
    entityId: importId,
    after: { rows: fresh, amount },
  })
}

/** It came to nothing: where it was before, with the reason that people can do something about. */
const revertImportState = async (
  { db }: ImportsRunOptions,
  { id, state }: DueImport,
  { code, details }: RefusalError,
): Promise<void> => {
  await db
    .updateTable('mappedImport')
    .set({
      state: state === 'importing' ? 'checked' : 'imported',
      done: sql`case when state = 'importing' then 0 else done end`,
    })
    .set({ failure: code, failedAt: details.fields?.account ?? null })
    .where('id', '=', id)
    .where('state', '=', state)
    .execute()
}

/** Tells those who answer for it that it stands still, once for each attempt that was approved, however many processes try. */
const notifyStalledImport = (db: Kysely<DB>, { id, state }: DueImport): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const first = await tx
      .updateTable('mappedImport')
      .set({ failure: stalledFailureCode })
      .where('id', '=', id)
      .where('state', '=', state)
      .where('failure', 'is', null)
      .returning('fileName')
      .executeTakeFirst()
    const params = { who: id, file: first?.fileName ?? '' }
    if (first) await notifyResponsibleUsers(tx, { kind: 'import.stalled', params, link: `/crm/Importar/${id}` })
  })

/**
 * Does what was approved, import by import, each in one transaction: all of it or nothing, whenever the process ends. Safe to start at any
 * time, as often and in as many processes as one likes: what was cut off is begun anew, what is done is done once.
 * What fails for no reason that people could mend is to be tried again, and those who answer for it are told. Answers how many did.
 */
export const runImports = async (run: ImportsRunOptions): Promise<number> => {
  let failures = 0
  for (const due of await findDueImports(run.db, run.importId)) {
    if (run.signal?.aborted) break
    try {
      await run.db.transaction().execute(async (tx) => {
        if (!(await tryLockImports(tx))) return
        await (due.state === 'importing' ? executeImportById : undoImportById)(run, tx, due.id)
      })
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error
      if (error instanceof RefusalError) await revertImportState(run, due, error)
      else {
        failures += 1
        run.onError(error)
        if (isRepeatedFailure(run.attempt ?? 1)) await notifyStalledImport(run.db, due)
      }
    }
  }
  return failures
}
