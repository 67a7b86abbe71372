import * as feed from '#contract/meetings/feed.ts'
import * as contract from '#contract/meetings.ts'
import type { Feature } from '#server/core/feature.ts'
import { buildPublicRoute, buildRoute } from '#server/core/routes.ts'
import { findAgenda } from './agenda.queries.ts'
import { createAgendaFeed, findAgendaFeed, readAgendaFeed, removeAgendaFeed } from './agenda-feed.ts'
import { changeMeeting, moveMeeting } from './change-meeting.ts'
import { createMeeting } from './create-meeting.ts'
import { meetingReasons } from './day-reasons.ts'
import { meetingJobs } from './meetings.jobs.ts'
import { meetingRoutes } from './meetings.list.ts'
import { findColleagues, findMeeting } from './meetings.queries.ts'
import { meetingSearch } from './search-source.ts'
import { setMeetingState } from './set-meeting-state.ts'
import { findSlots } from './slots.queries.ts'
import { meetingBranch } from './timeline-branch.ts'

export const feature: Feature = {
  routes: [
    ...meetingRoutes,
    buildRoute(contract.getAgenda, findAgenda),
    buildRoute(feed.getAgendaFeed, findAgendaFeed),
    buildRoute(feed.createAgendaFeed, createAgendaFeed),
    buildRoute(feed.removeAgendaFeed, removeAgendaFeed),
    buildPublicRoute(feed.readAgendaFeed, readAgendaFeed),
    buildRoute(contract.findSlots, findSlots),
    buildRoute(contract.findColleagues, findColleagues),
    buildRoute(contract.getMeeting, findMeeting),
    buildRoute(contract.createMeeting, createMeeting),
    buildRoute(contract.changeMeeting, changeMeeting),
    buildRoute(contract.moveMeeting, moveMeeting),
    buildRoute(contract.setMeetingState, setMeetingState),
  ],
  dayReasons: meetingReasons,
  jobs: meetingJobs,
  searches: [meetingSearch],
  timeline: [meetingBranch],
}
