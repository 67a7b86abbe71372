import * as contract from '#contract/interest.ts'
import type { Feature } from '#server/core/feature.ts'
import { buildRoute, type Route } from '#server/core/routes.ts'
import { cancelJob, findDeadJobs, retryJob } from './dead-jobs.ts'
import { interestJobs } from './interest.jobs.ts'
import { postingRunRoutes } from './runs.list.ts'
import { findPostingRun } from './runs.queries.ts'

const routes: readonly Route[] = [
  ...postingRunRoutes,
  buildRoute(contract.getPostingRun, findPostingRun),
  buildRoute(contract.listDeadJobs, findDeadJobs),
  buildRoute(contract.retryJob, retryJob),
  buildRoute(contract.cancelJob, cancelJob),
]

export const feature: Feature = { routes, jobs: interestJobs }
