import { addContribution as add, confirmContribution as confirm, listContributions } from '#contract/contributions.ts'
import type { Feature } from '#server/core/feature.ts'
import { buildRoute, type Route } from '#server/core/routes.ts'
import { addContribution } from './add-contribution.ts'
import { proposeConfirmation } from './confirm-contribution.ts'
import { confirmationTask, contributionTask } from './contribution-task.ts'
import { contributionExports } from './contributions.export.ts'
import { contributionJobs } from './contributions.jobs.ts'
import { countContributions, findContributions } from './contributions.queries.ts'

const routes: readonly Route[] = [
  buildRoute(add, addContribution),
  buildRoute(confirm, proposeConfirmation),
  buildRoute(listContributions.page, (ctx, { query }) => findContributions(ctx, query)),
  buildRoute(listContributions.count, (ctx, { query }) => countContributions(ctx, query)),
  ...contributionExports,
]

export const feature: Feature = { routes, tasks: [confirmationTask, contributionTask], jobs: contributionJobs }
