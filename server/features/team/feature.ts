import { getTeam, listCaptation, listTeamPeople } from '#contract/team.ts'
import type { Feature } from '#server/core/feature.ts'
import { type Route, serve } from '#server/core/serve.ts'
import { countCaptation, findCaptation } from './captation.queries.ts'
import { findPeople } from './people.ts'
import { teamExports } from './team.export.ts'
import { findTeam } from './team.queries.ts'

const routes: readonly Route[] = [
  serve(getTeam, findTeam),
  serve(listTeamPeople, findPeople),
  serve(listCaptation.page, findCaptation),
  serve(listCaptation.count, (ctx, { params, query }) => countCaptation(ctx, params, query)),
  ...teamExports,
]

export const feature: Feature = { routes }
