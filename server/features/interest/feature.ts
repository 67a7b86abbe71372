import {
  cancelJob as cancelContract,
  getPostingRun,
  listDeadJobs,
  listPostingRuns,
  retryJob as retryContract,
} from '#contract/interest.ts'
import type { Feature } from '#server/core/feature.ts'
import { type Route, serve } from '#server/core/serve.ts'
import { cancelJob, findDeadJobs, retryJob } from './dead-jobs.ts'
import { interestJobs } from './interest.jobs.ts'
import { runExports } from './runs.export.ts'
import { countRuns, findRun, findRuns } from './runs.queries.ts'

const routes: readonly Route[] = [
  serve(listPostingRuns.page, (ctx, { query }) => findRuns(ctx, query)),
  serve(listPostingRuns.count, (ctx, { query }) => countRuns(ctx, query)),
  serve(getPostingRun, findRun),
  serve(listDeadJobs, findDeadJobs),
  serve(retryContract, retryJob),
  serve(cancelContract, cancelJob),
  ...runExports,
]

export const feature: Feature = { routes, jobs: interestJobs }
