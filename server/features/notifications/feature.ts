import { listNotifications, markNotificationsRead, streamEvents } from '#contract/notifications.ts'
import type { Feature } from '#server/core/feature.ts'
import { buildRoute, type Route } from '#server/core/routes.ts'
import { openLiveStream } from './live-stream.ts'
import { findNotifications, markOwnNotificationsRead } from './notifications.queries.ts'

const routes: readonly Route[] = [
  buildRoute(listNotifications, findNotifications),
  buildRoute(markNotificationsRead, markOwnNotificationsRead),
  buildRoute(streamEvents, (ctx, _, raw) => openLiveStream(ctx, raw)),
]

export const feature: Feature = { routes }
