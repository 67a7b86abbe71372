import { addContribution as add, confirmContribution as confirm, listContributions } from '#contract/contributions.ts'
import type { Feature } from '#server/core/feature.ts'
import { type Route, serve } from '#server/core/serve.ts'
import { addContribution } from './add-contribution.ts'
import { confirmContribution } from './confirm-contribution.ts'
import { confirmationTask, contributionTask } from './contribution-task.ts'
import { contributionExports } from './contributions.export.ts'
import { contributionJobs } from './contributions.jobs.ts'
import { countContributions, findContributions } from './contributions.queries.ts'

const routes: readonly Route[] = [
  serve(add, addContribution),
  serve(confirm, confirmContribution),
  serve(listContributions.page, (ctx, { query }) => findContributions(ctx, query)),
  serve(listContributions.count, (ctx, { query }) => countContributions(ctx, query)),
  ...contributionExports,
]

export const feature: Feature = { routes, tasks: [confirmationTask, contributionTask], jobs: contributionJobs }
