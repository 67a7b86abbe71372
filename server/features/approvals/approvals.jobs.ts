import type { Job } from '#server/core/jobs.ts'
import { expireApprovals } from './expire-approvals.ts'

/** What has expired is over by the clock already: this writes it down. */
const expireApprovalsJob: Job = {
  name: 'approvals.expire',
  of: 'prefix',
  cron: '* * * * *',
  work: ({ db, deps: room, clock }) => expireApprovals(db, room.tasks, clock()),
}

export const approvalJobs: readonly Job[] = [expireApprovalsJob]
