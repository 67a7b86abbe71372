import * as contract from '#contract/my-day.ts'
import type { Feature } from '#server/core/feature.ts'
import { buildRoute } from '#server/core/routes.ts'
import { findDayList } from './day-list.ts'
import { findDayWeek } from './day-week.ts'
import { myDayJobs } from './my-day.jobs.ts'
import { findMyDay } from './my-day.ts'
import { snoozeReasons } from './snooze-reasons.ts'

export const feature: Feature = {
  jobs: myDayJobs,
  routes: [
    buildRoute(contract.getMyDay, findMyDay),
    buildRoute(contract.getDayList, (ctx, _, { deps }) => findDayList(ctx, deps)),
    buildRoute(contract.snoozeDayReasons, snoozeReasons),
    buildRoute(contract.getDayWeek, findDayWeek),
  ],
}
