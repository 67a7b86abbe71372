import type { Job } from '#server/core/jobs.ts'
import { purgeAttachments } from './purge-attachments.ts'

const purgeAttachmentsJob: Job = {
  name: 'attachments.purge',
  of: 'prefix',
  cron: '20 4 * * *',
  work: async ({ db, clock }) => {
    await purgeAttachments(db, clock())
  },
}

export const recordJobs: readonly Job[] = [purgeAttachmentsJob]
