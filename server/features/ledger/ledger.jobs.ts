import { type FeatureJob, isRepeatedFailure } from '#server/core/jobs.ts'
import { notifyNightlyFailure } from '#server/domain/nightly-failure.ts'
import { verifyLedgerOnRequestJob } from '#server/domain/verification-job.ts'
import { verifyNightly } from './verify-nightly.ts'
import { runRequestedVerification } from './verify-on-request.ts'

/** In the small hours, until it is done. */
const verifyNightlyJob: FeatureJob = {
  name: 'ledger.verifyNightly',
  of: 'prefix',
  cron: '*/15 2-5 * * *',
  work: async ({ tenant, prefix, today, clock, db, attempt }) => {
    try {
      await verifyNightly({ tenant, prefix, day: today, now: clock })
    } catch (error) {
      if (isRepeatedFailure(attempt)) await notifyNightlyFailure(db, 'verification', today)
      throw error
    }
  },
}

/** A look at the books that somebody has asked for. */
const verifyOnRequestJob: FeatureJob = {
  ...verifyLedgerOnRequestJob,
  of: 'prefix',
  cron: '*/5 * * * *',
  work: async ({ tenant, clock }) => {
    await runRequestedVerification({ tenant, now: clock })
  },
}

export const ledgerJobs: readonly FeatureJob[] = [verifyNightlyJob, verifyOnRequestJob]
