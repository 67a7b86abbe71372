import type { Job } from '#server/core/jobs.ts'
import { sendMailJob } from './queue-mail.ts'
import { sendMail } from './send-mail.ts'

/** What could not be delivered waits in the table of e-mails, and is looked for each minute. */
const mailSendJob: Job = {
  ...sendMailJob,
  of: 'registry',
  cron: '* * * * *',
  work: ({ deps, signal }) => sendMail(deps.mail, signal),
}

export const mailJobs: readonly Job[] = [mailSendJob]
