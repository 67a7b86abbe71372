import { startJobs } from './job-runner.ts'
import type { Job } from './jobs.ts'
import { openTestJobDeps } from './test-job-deps.ts'

/** A process that takes up the job test.note and never ends it. */
const endlessJob: Job = {
  name: 'test.note',
  of: 'prefix',
  work: async ({ tenant }) => {
    await tenant.pool.query("insert into public.done values ('begun', session_user)")
    await new Promise(() => setInterval(() => undefined, 1000))
  },
}
startJobs([endlessJob], { ...openTestJobDeps(), tasks: [], dayReasons: [], nightlyRuns: [] }, console.error)
