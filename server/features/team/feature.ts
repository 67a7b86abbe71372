import { getTeam, listCaptationMovements, listTeamPeople } from '#contract/team.ts'
import type { Feature } from '#server/core/feature.ts'
import { buildRoute, type Route } from '#server/core/routes.ts'
import { countCaptation, findCaptation } from './captation.queries.ts'
import { teamExports } from './team.export.ts'
import { findTeam } from './team.queries.ts'
import { findTeamPeople } from './team-members.ts'

const routes: readonly Route[] = [
  buildRoute(getTeam, findTeam),
  buildRoute(listTeamPeople, findTeamPeople),
  buildRoute(listCaptationMovements.page, findCaptation),
  buildRoute(listCaptationMovements.count, (ctx, { params, query }) => countCaptation(ctx, params, query)),
  ...teamExports,
]

export const feature: Feature = { routes }
