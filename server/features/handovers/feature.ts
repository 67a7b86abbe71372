import {
  getHandover,
  getHandoverFilterOptions,
  getHandoverPeople,
  previewHandover as preview,
  proposeHandover as propose,
  undoHandover as undo,
} from '#contract/handovers.ts'
import type { Feature } from '#server/core/feature.ts'
import { buildRoute, type Route } from '#server/core/routes.ts'
import { findGiversAndReceivers, findHandover, findHandoverFilterOptions } from './handover.queries.ts'
import { handoverReleaseTask, handoverTask } from './handover-task.ts'
import { handoverJobs } from './handovers.jobs.ts'
import { handoverRoutes } from './handovers.list.ts'
import { previewHandover } from './preview-handover.ts'
import { proposeHandover } from './propose-handover.ts'
import { undoHandover } from './undo-handover.ts'

const routes: readonly Route[] = [
  ...handoverRoutes,
  buildRoute(getHandoverFilterOptions, findHandoverFilterOptions),
  buildRoute(getHandoverPeople, findGiversAndReceivers),
  buildRoute(preview, previewHandover),
  buildRoute(propose, proposeHandover),
  buildRoute(getHandover, (ctx, input, { serving }) => findHandover(ctx, input, serving.clock())),
  buildRoute(undo, undoHandover),
]

export const feature: Feature = { routes, tasks: [handoverTask, handoverReleaseTask], jobs: handoverJobs }
