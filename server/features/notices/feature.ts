import {
  getNoticeSettings,
  previewNotice as preview,
  resendNotice as resend,
  switchNotice as switchOne,
} from '#contract/notices.ts'
import type { Feature } from '#server/core/feature.ts'
import { type Route, serve } from '#server/core/serve.ts'
import { findNoticeSettings, noticeTask, switchNotice } from './notice-settings.ts'
import { noticeJobs } from './notices.jobs.ts'
import { noticeRoutes } from './notices.list.ts'
import { previewNotice } from './preview-notice.ts'
import { resendNotice } from './resend-notice.ts'

const routes: readonly Route[] = [
  ...noticeRoutes,
  serve(resend, resendNotice),
  serve(getNoticeSettings, (ctx, _, { serving }) => findNoticeSettings(ctx, serving.clock())),
  serve(switchOne, switchNotice),
  serve(preview, previewNotice),
]

export const feature: Feature = { routes, tasks: [noticeTask], jobs: noticeJobs }
