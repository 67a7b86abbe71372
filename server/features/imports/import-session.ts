import { Client } from 'pg'
import type { Prefix } from '#contract/core/values.ts'
import { buildRoleUrl } from '#db/migrate/roles.ts'
import type { ProgressReporter } from '#db/progress.ts'
import { isDatabaseUnavailable } from '#server/core/errors.ts'

/** What an import needs to reach one prefix, as that prefix's own role. */
export type ImportTarget = { ownerUrl: string; secret: string; prefix: Prefix; progress: ProgressReporter }

/** Something about the given files, or the database's state, that the person can mend. `cause` is what was thrown first, if anything. */
export class ImportInputError extends Error {}

type ImportPhase = 'writing' | 'committing' | 'written'

const connectionLostMessages: Record<ImportPhase, string> = {
  writing: 'The database went away; nothing was written. Run the import again',
  committing: `The database went away while the import was being committed. Run it again: what was written already isn't written twice`,
  written: 'The database went away after everything was written. The totals are added up when the server runs again',
}

const toInputError = (error: unknown, phase: ImportPhase, isLost: boolean): unknown => {
  if (error instanceof ImportInputError) return error
  if (isLost || isDatabaseUnavailable(error))
    return new ImportInputError(connectionLostMessages[phase], { cause: error })
  const isTooLarge = error instanceof Error && 'code' in error && error.code === '22003'
  if (!isTooLarge || phase === 'written') return error
  return new ImportInputError('Amounts of the files come to more than the books can hold; nothing was written', {
    cause: error,
  })
}

/**
 * Runs an import in one transaction: all of it or nothing, whenever the process ends. One import at a time in a prefix.
 * `work` answers whether to keep what it wrote.
 */
export const runImportSession = async <R extends { written: boolean }>(
  { ownerUrl, secret, prefix, progress }: ImportTarget,
  work: (db: Client) => Promise<R>,
): Promise<R> => {
  const db = new Client({
    connectionString: buildRoleUrl(ownerUrl, secret, prefix),
    application_name: 'atalaya import',
  })
  let phase: ImportPhase = 'writing'
  let isLost = false
  // A connection that breaks between two statements says so here only; unheard, it would end the process.
  db.on('error', () => {
    isLost = true
  })
  try {
    await db.connect()
    await db.query(`begin; set local work_mem = '64MB'; set local plan_cache_mode = auto`)
    const free = await db.query(
      `select pg_try_advisory_xact_lock(hashtext('import'), hashtext(current_schema())) as free`,
    )
    if (!free.rows[0].free) {
      progress('wait for another import')
      await db.query(`select pg_advisory_xact_lock(hashtext('import'), hashtext(current_schema()))`)
    }
    const result = await work(db)
    if (result.written) phase = 'committing'
    await db.query(result.written ? 'commit' : 'rollback')
    if (!result.written) return result
    phase = 'written'
    await foldPendingTotals(db, progress)
    return result
  } catch (error) {
    throw toInputError(error, phase, isLost)
  } finally {
    await db.end().catch(() => {})
  }
}

/** After the commit, so that nobody waits for the rows of the totals while an import runs. */
const foldPendingTotals = async (db: Client, progress: ProgressReporter): Promise<void> => {
  progress('add up totals', 0)
  for (let done = 0; ; ) {
    const { rows } = await db.query<{ taken: number }>('select fold_totals() as taken')
    if (!rows[0]?.taken) return
    done += rows[0].taken
    progress('add up totals', done)
  }
}

/** One row for the whole import: which files, by name and digest, and how many of what. No personal data. */
export const auditImport = async (db: Client, action: string, after: object): Promise<void> => {
  await db.query(`insert into audit_event (action, entity, after) values ($1, 'import', $2)`, [
    action,
    JSON.stringify(after),
  ])
}
