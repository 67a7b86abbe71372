import type { FeatureJob } from '#server/core/jobs.ts'
import { notifyOverdueContributions } from './notify-overdue.ts'

const notifyOverdueJob: FeatureJob = {
  name: 'contributions.notifyOverdue',
  of: 'prefix',
  cron: '0 * * * *',
  work: ({ db, prefix, today }) => notifyOverdueContributions({ db, prefix, day: today }),
}

export const contributionJobs: readonly FeatureJob[] = [notifyOverdueJob]
