import * as contract from '#contract/people-dashboard.ts'
import type { Feature } from '#server/core/feature.ts'
import { buildRoute } from '#server/core/routes.ts'
import { findPeople } from './get-people.ts'
import { findPeopleCaptation } from './people-captation.ts'
import { peopleExport } from './people-files.ts'
import { findPeopleStatistics } from './people-statistics.ts'

export const feature: Feature = {
  routes: [
    buildRoute(contract.getPeopleDashboard, findPeople),
    buildRoute(contract.getPeopleCaptation, findPeopleCaptation),
    buildRoute(contract.getPeopleStatistics, findPeopleStatistics),
    peopleExport,
  ],
}
