import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import { Refused } from '#rules/refused.ts'
import { audit } from '#server/core/audit.ts'
import { isDatabaseAway } from '#server/core/errors.ts'
import { isWorthTelling } from '#server/core/jobs.ts'
import { noReach } from '#server/core/rights.ts'
import { findSubject, rightsOfSubject } from '#server/domain/rights-of.ts'
import { tellResponsible } from '#server/domain/tell-responsible.ts'
import { carryOut } from './carry-out.ts'
import { checkRows } from './check-rows.ts'
import { stalled } from './imports.queries.ts'
import { kinds } from './kinds.ts'
import { lockImport } from './own-import.ts'
import { seesAccount } from './sees-account.ts'
import { keepFaults, keepRows, stageKept } from './staged-rows.ts'

type When = { day: string; now: () => number }
type Run = When & {
  db: Kysely<DB>
  onError: (error: unknown) => void
  signal?: AbortSignal | undefined
  /** How often it has been tried, this time included. */
  attempt?: number
  /** This one alone. */
  importId?: string
}
type Due = { id: string; state: 'importing' | 'undoing' }

/** One import at a time in a prefix, those of the command line among them; false where one is under way. */
const takeTurn = async (tx: Kysely<DB>): Promise<boolean> => {
  const { rows } = await sql<{ free: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('import'), hashtext(current_schema())) as free`.execute(tx)
  return rows[0]!.free
}

/** Those that are to be carried out or undone, or one of them. */
export const findDue = async (db: Kysely<DB>, importId?: string): Promise<Due[]> =>
  (await db
    .selectFrom('mappedImport')
    .where('state', 'in', ['importing', 'undoing'])
    .$if(importId !== undefined, (rows) => rows.where('id', '=', importId!))
    .select(['id', 'state'])
    .orderBy('id')
    .execute()) as Due[]

/** What the maker may import into by now: rights may have gone since the file was checked. */
const seenByMaker = async (tx: Kysely<DB>, userId: string, day: string): Promise<RawBuilder<SqlBool>> => {
  const maker = await findSubject(tx, { userId }, day)
  const reaches = maker ? rightsOfSubject(maker).reachOf('bt_Importar', 'create') : [noReach]
  return seesAccount({ db: tx, reaches })
}

/** Carries an import out, in the one transaction that says so. Where the books have moved on since it was checked, it goes back to whoever made it. */
const importOne = async ({ db, day, now }: Run, tx: Kysely<DB>, importId: string): Promise<void> => {
  const [found] = await tx
    .selectFrom('mappedImport')
    .where('id', '=', importId)
    .where('state', '=', 'importing')
    .select(['kind', 'rows', 'fresh', 'known', 'amount', 'madeBy'])
    .execute()
  if (!found) return
  const kind = found.kind as keyof typeof kinds
  const seen = await seenByMaker(tx, found.madeBy, day)
  await stageKept(tx, importId, kinds[kind].figures)
  const { found: current, changed } = await checkRows(tx, { kind, businessDate: day, seen })
  const { figures, ...left } = current
  if (changed) {
    await keepRows(tx, importId)
    await keepFaults(tx, importId)
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
  await carryOut({ tx, importId, userId: found.madeBy, businessDate: day, progress }, { kind, fresh: found.fresh!, at })
  await audit(tx, null, {
    action: 'mappedImport.done',
    entity: 'mappedImport',
    entityId: importId,
    after: { rows: found.fresh, amount: found.amount },
  })
}

const undoOne = async ({ day, now }: Run, tx: Kysely<DB>, importId: string): Promise<void> => {
  const found = await lockImport(tx, importId)
  if (found?.state !== 'undoing' || !found.undoneBy) return
  const { undoneBy: userId, fresh, amount } = found
  await kinds[found.kind].undo({ tx, importId, userId, businessDate: day })
  const undoneAt = new Date(now()).toISOString()
  await tx
    .updateTable('mappedImport')
    .set({ state: 'undone', undoneAt, failure: null })
    .where('id', '=', importId)
    .execute()
  await audit(tx, null, {
    action: 'mappedImport.undone',
    entity: 'mappedImport',
    entityId: importId,
    after: { rows: fresh, amount },
  })
}

/** It came to nothing: where it was before, with the reason that people can do something about. */
const giveBack = async ({ db }: Run, { id, state }: Due, { code, details }: Refused): Promise<void> => {
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
const tellStalled = (db: Kysely<DB>, { id, state }: Due): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const first = await tx
      .updateTable('mappedImport')
      .set({ failure: stalled })
      .where('id', '=', id)
      .where('state', '=', state)
      .where('failure', 'is', null)
      .returning('fileName')
      .executeTakeFirst()
    const params = { who: id, file: first?.fileName ?? '' }
    if (first) await tellResponsible(tx, { kind: 'import.stalled', params, link: `/crm/Importar/${id}` })
  })

/**
 * Does what was approved, import by import, each in one transaction: all of it or nothing, whenever the process ends. Safe to start at any
 * time, as often and in as many processes as one likes: what was cut off is begun anew, what is done is done once.
 * What fails for no reason that people could mend is to be tried again, and those who answer for it are told. Answers how many did.
 */
export const runImports = async (run: Run): Promise<number> => {
  let failures = 0
  for (const due of await findDue(run.db, run.importId)) {
    if (run.signal?.aborted) break
    try {
      await run.db.transaction().execute(async (tx) => {
        if (!(await takeTurn(tx))) return
        await (due.state === 'importing' ? importOne : undoOne)(run, tx, due.id)
      })
    } catch (error) {
      if (isDatabaseAway(error)) throw error
      if (error instanceof Refused) await giveBack(run, due, error)
      else {
        failures += 1
        run.onError(error)
        if (isWorthTelling(run.attempt ?? 1)) await tellStalled(run.db, due)
      }
    }
  }
  return failures
}
