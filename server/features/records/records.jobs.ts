import { type FeatureJob, fileByFile } from '#server/core/jobs.ts'
import { purgeAttachments } from './purge-attachments.ts'

const purgeAttachmentsJob: FeatureJob = {
  name: 'attachments.purge',
  ifKilled: fileByFile,
  of: 'prefix',
  cron: '20 4 * * *',
  work: async ({ db, clock }) => {
    await purgeAttachments(db, clock())
  },
}

export const recordJobs: readonly FeatureJob[] = [purgeAttachmentsJob]
