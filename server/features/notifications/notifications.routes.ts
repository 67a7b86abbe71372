import { listNotifications, live, readNotifications } from '#contract/notifications.ts'
import { type Route, serve } from '#server/core/serve.ts'
import { openLive } from './live.ts'
import { findNotifications, markRead } from './notifications.queries.ts'

export const notificationRoutes: readonly Route[] = [
  serve(listNotifications, findNotifications),
  serve(readNotifications, markRead),
  serve(live, (ctx, _, raw) => openLive(ctx, raw)),
]
