import { listNotifications, live, readNotifications } from '#contract/notifications.ts'
import type { Feature } from '#server/core/feature.ts'
import { type Route, serve } from '#server/core/serve.ts'
import { openLive } from './live.ts'
import { findNotifications, markRead } from './notifications.queries.ts'

const routes: readonly Route[] = [
  serve(listNotifications, findNotifications),
  serve(readNotifications, markRead),
  serve(live, (ctx, _, raw) => openLive(ctx, raw)),
]

export const feature: Feature = { routes }
