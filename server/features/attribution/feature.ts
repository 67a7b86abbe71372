import * as contract from '#contract/attribution.ts'
import type { Feature } from '#server/core/feature.ts'
import { buildRoute, type Route } from '#server/core/routes.ts'
import {
  findAttribution,
  proposeAttributionRule,
  proposeReinvestmentDays,
  proposeRuleRemoval,
} from './attribution-rules.ts'
import { attributionTask } from './attribution-task.ts'

const routes: readonly Route[] = [
  buildRoute(contract.getAttributionSettings, (ctx, _, raw) => findAttribution(ctx, raw)),
  buildRoute(contract.setAttributionRule, proposeAttributionRule),
  buildRoute(contract.removeAttributionRule, proposeRuleRemoval),
  buildRoute(contract.setReinvestmentDays, proposeReinvestmentDays),
]

export const feature: Feature = { routes, tasks: [attributionTask] }
