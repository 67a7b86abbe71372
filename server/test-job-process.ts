import { readTestVariable } from '#test/harness/test-process.ts'
import { allJobs } from './all-jobs.ts'
import { allDayReasons, allNightlyRuns, allTasks } from './app.ts'
import { startJobs } from './core/job-runner.ts'
import { openTestJobDeps } from './core/test-job-deps.ts'

/** A process that does the jobs whose names stand in JOBS. */
const names = readTestVariable('JOBS').split(',')
startJobs(
  allJobs.filter(({ name }) => names.includes(name)),
  { ...openTestJobDeps(), tasks: allTasks, dayReasons: allDayReasons, nightlyRuns: allNightlyRuns },
  console.error,
)
