import { filesPurpose, openFiles } from '#server/core/files.ts'
import type { Job } from '#server/core/jobs.ts'
import { secretBox } from '#server/core/secret-box.ts'
import { sweepFiles } from './sweep-files.ts'

/** Drops contents that no record names. */
const sweep: Job = {
  name: 'files.sweep',
  of: 'registry',
  cron: '30 3 * * *',
  work: async ({ room: { tenants, home, secret, clock } }) => {
    await sweepFiles(tenants, openFiles(home, secretBox(secret, filesPurpose)), clock())
  },
}

export const fileJobs: readonly Job[] = [sweep]
