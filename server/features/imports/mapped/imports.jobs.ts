import { enqueueMissing, type Job } from '#server/core/jobs.ts'
import { importJob } from './import-job.ts'
import { findDue, runImports } from './run-imports.ts'

/** One import that was approved, or is to be undone. */
const carryOut: Job = {
  ...importJob,
  of: 'prefix',
  work: async ({ db, today, clock, signal, onError, attempt, item }) => {
    const importId = item ?? undefined
    const failures = await runImports({
      db,
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
const findLeft: Job = {
  name: 'imports.find',
  of: 'prefix',
  cron: '* * * * *',
  work: async ({ db, tenant }) =>
    enqueueMissing(
      tenant,
      importJob,
      (await findDue(db)).map(({ id }) => id),
    ),
}

export const importJobs: readonly Job[] = [carryOut, findLeft]
