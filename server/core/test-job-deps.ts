import { readTestVariable } from '#test/harness/test-process.ts'
import type { JobDeps } from './jobs.ts'
import { mailPurpose } from './mail/queue-mail.ts'
import { secretBox } from './secret-box.ts'
import { openTenants } from './tenancy.ts'

/** What jobs need in a process that a test started with OWNER_URL, SECRET, NOW and HOME_OF: its clock stands still, and it sends no mail. */
export const openTestJobDeps = (): Omit<JobDeps, 'tasks' | 'dayReasons' | 'nightlyRuns'> => {
  const secret = readTestVariable('SECRET')
  const tenants = openTenants({ ownerUrl: readTestVariable('OWNER_URL'), secret, poolSize: 30 })
  const now = Number(readTestVariable('NOW'))
  const clock = () => now
  return {
    tenants,
    clock,
    mail: {
      access: tenants.signIn(),
      secretBox: secretBox(secret, mailPurpose),
      clock,
      deliver: () => new Promise(() => {}),
      onFailure: () => {},
    },
    secret,
    home: readTestVariable('HOME_OF'),
    publicUrl: 'http://127.0.0.1:3000',
    google: undefined,
    replyMailbox: undefined,
    notifyDeadJob: async () => {},
  }
}
