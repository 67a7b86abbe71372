import { isWorthTelling, type Job } from '#server/core/jobs.ts'
import { tellNightFailed } from '#server/domain/night-failure.ts'
import { postNightly } from './post-nightly.ts'

/** As soon as the day has begun; again where another run was under way. */
const nightly: Job = {
  name: 'interest.postNightly',
  of: 'prefix',
  cron: '*/15 * * * *',
  work: async ({ db, prefix, today, clock, signal, onError, attempt }) => {
    try {
      await postNightly({ db, prefix, day: today, now: clock, signal, onError })
    } catch (error) {
      if (isWorthTelling(attempt)) await tellNightFailed(db, 'posting', today)
      throw error
    }
  },
}

export const interestJobs: readonly Job[] = [nightly]
