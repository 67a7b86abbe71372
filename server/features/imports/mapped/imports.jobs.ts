import { enqueueMissingJobs, enqueuesOnly, type FeatureJob } from '#server/core/jobs.ts'
import { secretBox } from '#server/core/secret-box.ts'
import { clientAuditPurpose } from '#server/domain/client-audit-values.ts'
import { findDueImports, runImports } from './run-imports.ts'

/** One import that was approved, or is to be undone. */
export const executeImportJob: FeatureJob = {
  name: 'imports.carryOut',
  of: 'prefix',
  work: async ({ db, prefix, deps, today, clock, signal, onError, attempt, item }) => {
    const importId = item ?? undefined
    const failures = await runImports({
      db,
      prefix,
      box: secretBox(deps.secret, clientAuditPurpose),
      day: today,
      now: clock,
      signal,
      onError,
      attempt,
      ...(importId && { importId }),
    })
    if (failures > 0) throw new Error('the import could not be carried out')
  },
}

/** Imports that wait though nothing in the queue says so: after a backup was restored, or where the command line imported meanwhile. */
const enqueueMissingImportsJob: FeatureJob = {
  name: 'imports.find',
  ifKilled: enqueuesOnly,
  of: 'prefix',
  cron: '* * * * *',
  work: async ({ db, tenant }) =>
    enqueueMissingJobs(
      tenant,
      executeImportJob,
      (await findDueImports(db)).map(({ id }) => id),
    ),
}

export const importJobs: readonly FeatureJob[] = [executeImportJob, enqueueMissingImportsJob]
