import type { FeatureJob } from '#server/core/jobs.ts'
import { executeDueHandovers } from './execute-due-handovers.ts'

const executeHandoversJob: FeatureJob = {
  name: 'handovers.carryOut',
  of: 'prefix',
  cron: '*/5 * * * *',
  work: async ({ db, today, clock, onError }) => {
    const failed = await executeDueHandovers(db, { today, now: clock() }, onError)
    if (failed > 0) throw new Error(`${failed} handovers could not be carried out`)
  },
}

export const handoverJobs: readonly FeatureJob[] = [executeHandoversJob]
