import type { FeatureJob } from '#server/core/jobs.ts'
import { sendDayMails } from './send-day-mails.ts'

/** What could not be delivered is tried again while it is morning. */
export const myDayJobs: readonly FeatureJob[] = [
  {
    name: 'myDay.mail',
    of: 'prefix',
    cron: '*/5 7-11 * * *',
    work: ({ tenant, prefix, clock, today, deps: { mail, publicUrl, tasks, dayReasons }, signal }) =>
      sendDayMails({ tenant, prefix, clock, today, mail, publicUrl, tasks, dayReasons }, signal),
  },
]
