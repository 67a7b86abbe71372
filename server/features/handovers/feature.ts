import {
  getHandover,
  handoverFilterOptions,
  handoverPeople,
  listHandoverClients,
  listHandovers,
  previewHandover as preview,
  proposeHandover as propose,
  undoHandover as undo,
} from '#contract/handovers.ts'
import type { Feature } from '#server/core/feature.ts'
import { type Route, serve } from '#server/core/serve.ts'
import { countHandovers, findFilterOptions, findHandover, findHandovers, findPeople } from './handover.queries.ts'
import { countHandoverClients, findHandoverClients } from './handover-clients.queries.ts'
import { handoverTask, releaseTask } from './handover-task.ts'
import { handoverExports } from './handovers.export.ts'
import { handoverJobs } from './handovers.jobs.ts'
import { previewHandover } from './preview-handover.ts'
import { proposeHandover } from './propose-handover.ts'
import { undoHandover } from './undo-handover.ts'

const routes: readonly Route[] = [
  serve(listHandovers.page, (ctx, { query }) => findHandovers(ctx, query)),
  serve(listHandovers.count, (ctx, { query }) => countHandovers(ctx, query)),
  serve(handoverFilterOptions, findFilterOptions),
  serve(handoverPeople, findPeople),
  serve(preview, previewHandover),
  serve(propose, proposeHandover),
  serve(getHandover, (ctx, input, { serving }) => findHandover(ctx, input, serving.clock())),
  serve(listHandoverClients.page, findHandoverClients),
  serve(listHandoverClients.count, countHandoverClients),
  serve(undo, undoHandover),
  ...handoverExports,
]

export const feature: Feature = { routes, tasks: [handoverTask, releaseTask], jobs: handoverJobs }
