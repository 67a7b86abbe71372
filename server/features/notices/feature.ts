import * as contract from '#contract/notices.ts'
import type { Feature } from '#server/core/feature.ts'
import { buildRoute, type Route } from '#server/core/routes.ts'
import { findNoticeSettings, switchNotice, switchNoticeOffTask } from './notice-settings.ts'
import { noticeJobs } from './notices.jobs.ts'
import { noticeRoutes } from './notices.list.ts'
import { previewNotice } from './preview-notice.ts'
import { resendNotice } from './resend-notice.ts'
import { noticeBranch } from './timeline-branch.ts'

const routes: readonly Route[] = [
  ...noticeRoutes,
  buildRoute(contract.resendNotice, resendNotice),
  buildRoute(contract.getNoticeSettings, (ctx, _, { deps }) => findNoticeSettings(ctx, deps.clock())),
  buildRoute(contract.switchNoticeTopic, switchNotice),
  buildRoute(contract.previewNotice, previewNotice),
]

export const feature: Feature = { routes, tasks: [switchNoticeOffTask], jobs: noticeJobs, timeline: [noticeBranch] }
