import {
  getNoticeSettings,
  listNotices,
  previewNotice as preview,
  resendNotice as resend,
  switchNotice as switchOne,
} from '#contract/notices.ts'
import { type Route, serve } from '#server/core/serve.ts'
import { findNoticeSettings, switchNotice } from './notice-settings.ts'
import { noticeExport } from './notices.export.ts'
import { countNotices, findNotices } from './notices.queries.ts'
import { previewNotice } from './preview-notice.ts'
import { resendNotice } from './resend-notice.ts'

export const noticeRoutes: readonly Route[] = [
  serve(listNotices.page, (ctx, { query }) => findNotices(ctx, query)),
  serve(listNotices.count, (ctx, { query }) => countNotices(ctx, query)),
  noticeExport,
  serve(resend, resendNotice),
  serve(getNoticeSettings, (ctx) => findNoticeSettings(ctx)),
  serve(switchOne, switchNotice),
  serve(preview, previewNotice),
]
