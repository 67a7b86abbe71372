import * as contract from '#contract/openings.ts'
import type { Feature } from '#server/core/feature.ts'
import { type Route, serve } from '#server/core/serve.ts'
import { bonusTask } from './bonus-task.ts'
import { cancelOpening, openWithReceived } from './end-opening.ts'
import { changeDraft, openAccount, quoteOpening } from './open-account.ts'
import { findOpening, findOptions } from './opening.queries.ts'
import { openingRoutes } from './openings.list.ts'
import { findResponsible } from './waiting.queries.ts'

const routes: readonly Route[] = [
  serve(contract.openingOptions, findOptions),
  serve(contract.quoteOpening, quoteOpening),
  serve(contract.openAccount, openAccount),
  serve(contract.changeDraft, changeDraft),
  serve(contract.getOpening, findOpening),
  serve(contract.cancelOpening, cancelOpening),
  serve(contract.openWithReceived, openWithReceived),
  ...openingRoutes,
  serve(contract.openingFilterOptions, (ctx) => findResponsible(ctx)),
]

export const feature: Feature = { routes, tasks: [bonusTask] }
