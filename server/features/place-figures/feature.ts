import * as contract from '#contract/place-figures.ts'
import type { Feature } from '#server/core/feature.ts'
import { buildRoute } from '#server/core/routes.ts'
import { findPlaceFigures } from './place-figures.queries.ts'
import { placeFileRoute } from './place-file.ts'

export const feature: Feature = {
  routes: [buildRoute(contract.getPlaceFigures, findPlaceFigures), placeFileRoute],
}
