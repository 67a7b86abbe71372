import * as contract from '#contract/client-relations.ts'
import type { Feature } from '#server/core/feature.ts'
import { buildRoute } from '#server/core/routes.ts'
import { addRelation, endRelation, removeRelation } from './change-relations.ts'
import { findClientRelations } from './client-relations.queries.ts'

export const feature: Feature = {
  routes: [
    buildRoute(contract.getClientRelations, findClientRelations),
    buildRoute(contract.addClientRelation, addRelation),
    buildRoute(contract.endClientRelation, endRelation),
    buildRoute(contract.removeClientRelation, removeRelation),
  ],
}
