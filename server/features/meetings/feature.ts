import * as contract from '#contract/meetings.ts'
import type { Feature } from '#server/core/feature.ts'
import { buildRoute } from '#server/core/routes.ts'
import { findAgenda } from './agenda.queries.ts'
import { meetingRoutes } from './meetings.list.ts'
import { findColleagues, findMeeting } from './meetings.queries.ts'
import { meetingBranch } from './timeline-branch.ts'
import { changeMeeting, createMeeting, moveMeeting, setMeetingState } from './write-meeting.ts'

export const feature: Feature = {
  routes: [
    ...meetingRoutes,
    buildRoute(contract.getAgenda, findAgenda),
    buildRoute(contract.findColleagues, findColleagues),
    buildRoute(contract.getMeeting, findMeeting),
    buildRoute(contract.createMeeting, createMeeting),
    buildRoute(contract.changeMeeting, changeMeeting),
    buildRoute(contract.moveMeeting, moveMeeting),
    buildRoute(contract.setMeetingState, setMeetingState),
  ],
  timeline: [meetingBranch],
}
