import type { Job } from '#server/core/jobs.ts'
import { notifyOverdue } from './notify-overdue.ts'

const overdue: Job = {
  name: 'contributions.notifyOverdue',
  of: 'prefix',
  cron: '0 * * * *',
  work: ({ db, prefix, today }) => notifyOverdue({ db, prefix, day: today }),
}

export const contributionJobs: readonly Job[] = [overdue]
