import * as contract from '#contract/team.ts'
import type { Feature } from '#server/core/feature.ts'
import { buildRoute, type Route } from '#server/core/routes.ts'
import { teamRoutes } from './team.list.ts'
import { findTeam } from './team.queries.ts'
import { findTeamPeople } from './team-members.ts'

const routes: readonly Route[] = [
  buildRoute(contract.getTeam, findTeam),
  buildRoute(contract.listTeamPeople, findTeamPeople),
  ...teamRoutes,
]

export const feature: Feature = { routes }
