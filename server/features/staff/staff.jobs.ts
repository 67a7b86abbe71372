import type { FeatureJob } from '#server/core/jobs.ts'
import { applyDueMoves } from './apply-due-moves.ts'
import { endAccessOfLeavers } from './end-access.ts'

const applyDueMovesJob: FeatureJob = {
  name: 'staff.applyMoves',
  of: 'prefix',
  cron: '*/5 * * * *',
  work: ({ db, today, clock }) => applyDueMoves(db, today, clock()),
}

const endAccessJob: FeatureJob = {
  name: 'staff.endAccess',
  of: 'prefix',
  cron: '*/5 * * * *',
  work: ({ db, today, clock }) => endAccessOfLeavers(db, today, clock()),
}

export const staffJobs: readonly FeatureJob[] = [applyDueMovesJob, endAccessJob]
