import * as contract from '#contract/openings.ts'
import type { Feature } from '#server/core/feature.ts'
import { buildRoute, type Route } from '#server/core/routes.ts'
import { bonusTask } from './bonus-task.ts'
import { stoppedAccountsReason } from './day-reason.ts'
import { openingTile } from './day-tile.ts'
import { cancelOpening, openWithReceivedAmount } from './end-opening.ts'
import { changeOpeningDraft, openAccount, quoteOpening } from './open-account.ts'
import { findOpening, findOpeningOptions } from './opening.queries.ts'
import { openingRoutes } from './openings.list.ts'
import { findOpeningManagers } from './pending-openings.queries.ts'

const routes: readonly Route[] = [
  buildRoute(contract.getOpeningOptions, findOpeningOptions),
  buildRoute(contract.quoteOpening, quoteOpening),
  buildRoute(contract.openAccount, openAccount),
  buildRoute(contract.changeOpeningDraft, changeOpeningDraft),
  buildRoute(contract.getOpening, findOpening),
  buildRoute(contract.cancelOpening, cancelOpening),
  buildRoute(contract.openWithReceivedMoney, openWithReceivedAmount),
  ...openingRoutes,
  buildRoute(contract.getOpeningFilterOptions, (ctx) => findOpeningManagers(ctx)),
]

export const feature: Feature = {
  dayTiles: [openingTile],
  routes,
  tasks: [bonusTask],
  dayReasons: [stoppedAccountsReason],
}
