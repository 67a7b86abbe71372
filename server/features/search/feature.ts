import * as contract from '#contract/search.ts'
import type { Feature } from '#server/core/feature.ts'
import { buildRoute } from '#server/core/routes.ts'
import { getRecentRecords, searchRecords } from './search-records.ts'

export const feature: Feature = {
  routes: [buildRoute(contract.searchRecords, searchRecords), buildRoute(contract.getRecentRecords, getRecentRecords)],
}
