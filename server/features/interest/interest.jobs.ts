import { type FeatureJob, isRepeatedFailure } from '#server/core/jobs.ts'
import { notifyNightlyFailure } from '#server/domain/nightly-failure.ts'
import { runNightlyPosting } from './run-nightly-posting.ts'

/** As soon as the day has begun; again where another run was under way. */
const postNightlyJob: FeatureJob = {
  name: 'interest.postNightly',
  of: 'prefix',
  cron: '*/15 * * * *',
  work: async ({ deps, db, prefix, today, clock, signal, onError, attempt }) => {
    try {
      await runNightlyPosting({ db, prefix, day: today, now: clock, signal, onError }, deps.nightlyRuns)
    } catch (error) {
      if (isRepeatedFailure(attempt)) await notifyNightlyFailure(db, 'posting', today)
      throw error
    }
  },
}

export const interestJobs: readonly FeatureJob[] = [postNightlyJob]
