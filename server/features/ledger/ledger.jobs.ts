import { isWorthTelling, type Job } from '#server/core/jobs.ts'
import { tellNightFailed } from '#server/domain/night-failure.ts'
import { verifyAskedJob } from '#server/domain/verification-job.ts'
import { verifyAsked } from './verify-books.ts'
import { verifyNightly } from './verify-nightly.ts'

/** In the small hours, until it is done. */
const nightly: Job = {
  name: 'ledger.verifyNightly',
  of: 'prefix',
  cron: '*/15 2-5 * * *',
  work: async ({ tenant, prefix, today, clock, db, attempt }) => {
    try {
      await verifyNightly({ tenant, prefix, day: today, now: clock })
    } catch (error) {
      if (isWorthTelling(attempt)) await tellNightFailed(db, 'verification', today)
      throw error
    }
  },
}

/** A look at the books that somebody has asked for. */
const asked: Job = {
  ...verifyAskedJob,
  of: 'prefix',
  cron: '*/5 * * * *',
  work: async ({ tenant, clock }) => {
    await verifyAsked({ tenant, now: clock })
  },
}

export const ledgerJobs: readonly Job[] = [nightly, asked]
