import type { Job } from '#server/core/jobs.ts'
import { queueMaturitiesJob, sendNoticesJob } from './notice-jobs.ts'
import { queueDue, sendNotices } from './send-notices.ts'

/** Letters about money are written down by the transactions that post it, which enqueue nothing: so each minute looks for them. */
const send: Job = {
  ...sendNoticesJob,
  of: 'prefix',
  cron: '* * * * *',
  work: ({ tenant, prefix, clock, room: { mail }, signal }) =>
    sendNotices({ tenant, prefix, clock, deliver: mail.deliver, onFailure: mail.onFailure }, signal),
}

const queue: Job = {
  ...queueMaturitiesJob,
  of: 'prefix',
  cron: '*/15 9-23 * * *',
  work: ({ tenant, prefix, clock }) => queueDue({ tenant, prefix, clock }),
}

export const noticeJobs: readonly Job[] = [send, queue]
