import * as contract from '#contract/notifications.ts'
import type { Feature } from '#server/core/feature.ts'
import { buildRoute, type Route } from '#server/core/routes.ts'
import { openLiveStream } from './live-stream.ts'
import { findMutedNotifications, switchOwnNotificationKind } from './notification-kinds.ts'
import { findNotifications, markOwnNotificationsRead } from './notifications.queries.ts'

const routes: readonly Route[] = [
  buildRoute(contract.listNotifications, findNotifications),
  buildRoute(contract.markNotificationsRead, markOwnNotificationsRead),
  buildRoute(contract.getMutedNotifications, (ctx, _, raw) => findMutedNotifications(ctx, raw)),
  buildRoute(contract.switchNotificationKind, switchOwnNotificationKind),
  buildRoute(contract.streamEvents, (ctx, _, raw) => openLiveStream(ctx, raw)),
]

export const feature: Feature = { routes }
