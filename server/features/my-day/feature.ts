import * as contract from '#contract/my-day.ts'
import type { Feature } from '#server/core/feature.ts'
import { buildRoute } from '#server/core/routes.ts'
import { findMyDay } from './my-day.ts'

export const feature: Feature = { routes: [buildRoute(contract.getMyDay, findMyDay)] }
