import { type FeatureJob, fileByFile } from '#server/core/jobs.ts'
import { purgeClientDocuments } from './purge-client-documents.ts'

const purgeClientDocumentsJob: FeatureJob = {
  name: 'clientDocuments.purge',
  ifKilled: fileByFile,
  of: 'prefix',
  cron: '25 4 * * *',
  work: async ({ db, clock }) => {
    await purgeClientDocuments(db, clock())
  },
}

export const clientDocumentJobs: readonly FeatureJob[] = [purgeClientDocumentsJob]
