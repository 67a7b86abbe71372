import type { Job } from '#server/core/jobs.ts'
import { applyMoves } from './apply-moves.ts'
import { endAccess } from './end-access.ts'

const moves: Job = {
  name: 'staff.applyMoves',
  of: 'prefix',
  cron: '*/5 * * * *',
  work: ({ db, today, clock }) => applyMoves(db, today, clock()),
}

const access: Job = {
  name: 'staff.endAccess',
  of: 'prefix',
  cron: '*/5 * * * *',
  work: ({ db, today, clock }) => endAccess(db, today, clock()),
}

export const staffJobs: readonly Job[] = [moves, access]
