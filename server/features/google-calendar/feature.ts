import * as contract from '#contract/google-calendar.ts'
import type { Feature } from '#server/core/feature.ts'
import { buildRoute } from '#server/core/routes.ts'
import {
  connectGoogleCalendar,
  disconnectGoogleCalendar,
  findGoogleConnection,
  startGoogleConsent,
  syncGoogleCalendar,
} from './connection.ts'
import { googleCalendarJobs } from './google-calendar.jobs.ts'
import { findDirectoryPeople, findGoogleEvents } from './google-events.queries.ts'

export const feature: Feature = {
  routes: [
    buildRoute(contract.getGoogleConnection, findGoogleConnection),
    buildRoute(contract.startGoogleConsent, startGoogleConsent),
    buildRoute(contract.connectGoogleCalendar, connectGoogleCalendar),
    buildRoute(contract.syncGoogleCalendar, syncGoogleCalendar),
    buildRoute(contract.disconnectGoogleCalendar, disconnectGoogleCalendar),
    buildRoute(contract.getGoogleEvents, findGoogleEvents),
    buildRoute(contract.findDirectoryPeople, findDirectoryPeople),
  ],
  jobs: googleCalendarJobs,
}
