import {
  getHandover,
  handoverFilterOptions,
  handoverPeople,
  previewHandover as preview,
  proposeHandover as propose,
  undoHandover as undo,
} from '#contract/handovers.ts'
import type { Feature } from '#server/core/feature.ts'
import { type Route, serve } from '#server/core/serve.ts'
import { findFilterOptions, findHandover, findPeople } from './handover.queries.ts'
import { handoverTask, releaseTask } from './handover-task.ts'
import { handoverJobs } from './handovers.jobs.ts'
import { handoverRoutes } from './handovers.list.ts'
import { previewHandover } from './preview-handover.ts'
import { proposeHandover } from './propose-handover.ts'
import { undoHandover } from './undo-handover.ts'

const routes: readonly Route[] = [
  ...handoverRoutes,
  serve(handoverFilterOptions, findFilterOptions),
  serve(handoverPeople, findPeople),
  serve(preview, previewHandover),
  serve(propose, proposeHandover),
  serve(getHandover, (ctx, input, { serving }) => findHandover(ctx, input, serving.clock())),
  serve(undo, undoHandover),
]

export const feature: Feature = { routes, tasks: [handoverTask, releaseTask], jobs: handoverJobs }
