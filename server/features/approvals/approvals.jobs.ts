import type { FeatureJob } from '#server/core/jobs.ts'
import { expireApprovals } from './expire-approvals.ts'

/** What has expired is over by the clock already: this writes it down. */
const expireApprovalsJob: FeatureJob = {
  name: 'approvals.expire',
  of: 'prefix',
  cron: '* * * * *',
  work: ({ db, deps, clock }) => expireApprovals(db, deps.tasks, clock()),
}

export const approvalJobs: readonly FeatureJob[] = [expireApprovalsJob]
