import * as contract from '#contract/handovers.ts'
import type { Feature } from '#server/core/feature.ts'
import { buildRoute, type Route } from '#server/core/routes.ts'
import { findGiversAndReceivers, findHandover, findHandoverFilterOptions } from './handover.queries.ts'
import { handoverReleaseTask, handoverTask } from './handover-task.ts'
import { handoverJobs } from './handovers.jobs.ts'
import { handoverRoutes } from './handovers.list.ts'
import { previewHandover } from './preview-handover.ts'
import { proposeHandover } from './propose-handover.ts'
import { handoverSearch } from './search-source.ts'
import { handoverBranch } from './timeline-branch.ts'
import { undoHandover } from './undo-handover.ts'

const routes: readonly Route[] = [
  ...handoverRoutes,
  buildRoute(contract.getHandoverFilterOptions, findHandoverFilterOptions),
  buildRoute(contract.getHandoverPeople, findGiversAndReceivers),
  buildRoute(contract.previewHandover, previewHandover),
  buildRoute(contract.proposeHandover, proposeHandover),
  buildRoute(contract.getHandover, (ctx, input, { deps }) => findHandover(ctx, input, deps.clock())),
  buildRoute(contract.undoHandover, undoHandover),
]

export const feature: Feature = {
  routes,
  tasks: [handoverTask, handoverReleaseTask],
  jobs: handoverJobs,
  searches: [handoverSearch],
  timeline: [handoverBranch],
}
