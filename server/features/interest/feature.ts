import {
  cancelJob as cancelContract,
  getPostingRun,
  listDeadJobs,
  retryJob as retryContract,
} from '#contract/interest.ts'
import type { Feature } from '#server/core/feature.ts'
import { type Route, serve } from '#server/core/serve.ts'
import { cancelJob, findDeadJobs, retryJob } from './dead-jobs.ts'
import { interestJobs } from './interest.jobs.ts'
import { runRoutes } from './runs.list.ts'
import { findRun } from './runs.queries.ts'

const routes: readonly Route[] = [
  ...runRoutes,
  serve(getPostingRun, findRun),
  serve(listDeadJobs, findDeadJobs),
  serve(retryContract, retryJob),
  serve(cancelContract, cancelJob),
]

export const feature: Feature = { routes, jobs: interestJobs }
