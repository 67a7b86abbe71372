import * as contract from '#contract/contributions.ts'
import type { Feature } from '#server/core/feature.ts'
import { buildRoute, type Route } from '#server/core/routes.ts'
import { addContribution } from './add-contribution.ts'
import { proposeConfirmation } from './confirm-contribution.ts'
import { confirmationTask, contributionTask } from './contribution-task.ts'
import { contributionJobs } from './contributions.jobs.ts'
import { contributionRoutes } from './contributions.list.ts'

const routes: readonly Route[] = [
  buildRoute(contract.addContribution, addContribution),
  buildRoute(contract.confirmContribution, proposeConfirmation),
  ...contributionRoutes,
]

export const feature: Feature = { routes, tasks: [confirmationTask, contributionTask], jobs: contributionJobs }
