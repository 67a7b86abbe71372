import { type FeatureJob, oneTransaction } from '#server/core/jobs.ts'
import { dropErasedFilesJob } from './drop-erased-files.ts'
import { markDueErasures } from './mark-due-erasures.ts'

const markDueErasuresJob: FeatureJob = {
  name: 'clientErasures.due',
  ifKilled: oneTransaction,
  of: 'prefix',
  cron: '50 5 * * *',
  work: async ({ db, today, clock }) => {
    await markDueErasures(db, today, clock())
  },
}

export const clientErasuresJobs: readonly FeatureJob[] = [markDueErasuresJob, dropErasedFilesJob]
