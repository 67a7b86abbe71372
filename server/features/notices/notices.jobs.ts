import type { FeatureJob } from '#server/core/jobs.ts'
import { queueDueMaturities, sendNotices } from './send-notices.ts'

/** Letters about money are written down by the transactions that post it, which enqueue nothing: so each minute looks for them. */
export const sendNoticesJob: FeatureJob = {
  name: 'notices.send',
  of: 'prefix',
  cron: '* * * * *',
  work: ({ tenant, prefix, clock, deps: { mail }, signal }) =>
    sendNotices({ tenant, prefix, clock, deliver: mail.deliver, onFailure: mail.onFailure }, signal),
}

export const queueMaturityNoticesJob: FeatureJob = {
  name: 'notices.queueMaturities',
  ifKilled: 'one statement that adds what is not there',
  of: 'prefix',
  cron: '*/15 9-23 * * *',
  work: ({ tenant, prefix, clock }) => queueDueMaturities({ tenant, prefix, clock }),
}

export const noticeJobs: readonly FeatureJob[] = [sendNoticesJob, queueMaturityNoticesJob]
