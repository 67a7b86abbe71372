import type { FeatureJob } from '#server/core/jobs.ts'
import { meetingMailJob } from './invite-attendees.ts'
import { readReplies } from './read-replies.ts'
import { remindAttendees } from './remind-attendees.ts'
import { sendInvitations } from './send-invitations.ts'

/** What could not be delivered waits in its table, and is looked for each minute. */
const sendInvitationsJob: FeatureJob = {
  ...meetingMailJob,
  of: 'prefix',
  cron: '* * * * *',
  work: ({ tenant, prefix, clock, deps: { mail, replyMailbox }, signal }) =>
    sendInvitations({ tenant, prefix, clock, mail, replyAddress: replyMailbox?.address }, signal),
}

/** A reminder that comes a minute late is still one. */
const remindJob: FeatureJob = {
  name: 'meetings.remind',
  of: 'prefix',
  cron: '* * * * *',
  work: ({ db, clock }) => remindAttendees(db, clock()),
}

const readRepliesJob: FeatureJob = {
  name: 'meetings.replies',
  ifKilled: 'a transaction for each answer; read twice, an answer says the same',
  of: 'prefix',
  cron: '* * * * *',
  work: async ({ db, prefix, clock, deps: { replyMailbox: mailbox }, onError }) => {
    if (mailbox) await readReplies({ db, prefix, mailbox, clock, onError })
  },
}

export const meetingJobs: readonly FeatureJob[] = [sendInvitationsJob, remindJob, readRepliesJob]
