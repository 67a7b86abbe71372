import type { FeatureJob } from '#server/core/jobs.ts'
import { sendSummaryMails } from './send-summary-mails.ts'

/** Each summary is a reason to look for those that are due: whoever comes first sends them all. */
export const summaryMailJob = { name: 'figures.summaryMail' } as const

/** What could not be delivered waits in its table, and is looked for each minute. */
export const figureJobs: readonly FeatureJob[] = [
  {
    ...summaryMailJob,
    of: 'prefix',
    cron: '* * * * *',
    work: ({ tenant, prefix, clock, today, deps: { mail, publicUrl }, signal }) =>
      sendSummaryMails({ tenant, prefix, clock, today, mail, publicUrl }, signal),
  },
]
