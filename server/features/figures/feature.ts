import * as contract from '#contract/figures.ts'
import type { Feature } from '#server/core/feature.ts'
import { buildRoute } from '#server/core/routes.ts'
import { figureFileRoutes } from './figure-files.ts'
import { findFigureGroups, findProductHistory, findSituation } from './figure-groups.queries.ts'
import { figureRowRoutes } from './figure-rows.list.ts'
import { findDashboard, findFigure } from './figures.queries.ts'

export const feature: Feature = {
  routes: [
    buildRoute(contract.getDashboard, findDashboard),
    buildRoute(contract.getProductHistory, findProductHistory),
    buildRoute(contract.getSituation, findSituation),
    buildRoute(contract.getFigure, findFigure),
    buildRoute(contract.getFigureGroups, findFigureGroups),
    ...figureRowRoutes,
    ...figureFileRoutes,
  ],
}
