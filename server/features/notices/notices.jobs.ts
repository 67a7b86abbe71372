import type { Job } from '#server/core/jobs.ts'
import { queueMaturitiesJobName, sendNoticesJobName } from './notice-jobs.ts'
import { queueDueMaturities, sendNotices } from './send-notices.ts'

/** Letters about money are written down by the transactions that post it, which enqueue nothing: so each minute looks for them. */
const sendNoticesJobSpec: Job = {
  ...sendNoticesJobName,
  of: 'prefix',
  cron: '* * * * *',
  work: ({ tenant, prefix, clock, deps: { mail }, signal }) =>
    sendNotices({ tenant, prefix, clock, deliver: mail.deliver, onFailure: mail.onFailure }, signal),
}

const queueMaturityNoticesJobSpec: Job = {
  ...queueMaturitiesJobName,
  of: 'prefix',
  cron: '*/15 9-23 * * *',
  work: ({ tenant, prefix, clock }) => queueDueMaturities({ tenant, prefix, clock }),
}

export const noticeJobs: readonly Job[] = [sendNoticesJobSpec, queueMaturityNoticesJobSpec]
