import { fileEncryptionPurpose, openFileStorage } from '#server/core/file-storage.ts'
import { fileByFile, type Job } from '#server/core/jobs.ts'
import { secretBox } from '#server/core/secret-box.ts'
import { deleteOrphanFiles } from './delete-orphan-files.ts'

/** Drops contents that no record names. */
const sweepFilesJob: Job = {
  name: 'files.sweep',
  ifKilled: fileByFile,
  of: 'registry',
  cron: '30 3 * * *',
  work: async ({ deps: { tenants, home, secret, clock } }) => {
    await deleteOrphanFiles(tenants, openFileStorage(home, secretBox(secret, fileEncryptionPurpose)), clock())
  },
}

export const fileJobs: readonly Job[] = [sweepFilesJob]
