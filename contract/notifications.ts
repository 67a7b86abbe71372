import { z } from 'zod'
import { notificationEntries } from './all-messages.ts'
import { defineEndpoint } from './core/endpoint.ts'
import type { NotificationParams } from './core/messages.ts'
import { Id, Instant, WholeNumber } from './core/values.ts'

/** Kinds of notifications. Each has its text under that key. */
export const notificationKinds = Object.keys(notificationEntries) as NotificationKind[]
export type NotificationKind = keyof typeof notificationEntries

const isSwitchable = (kind: NotificationKind): boolean => !('fixed' in notificationEntries[kind])
/** Those of the kinds that a person may switch off for themselves. */
export const switchableNotificationKinds = notificationKinds.filter(isSwitchable)

/** A notification of one kind or another, with the parameters that its text names. */
export type NotificationMessage = {
  [K in NotificationKind]: { kind: K; params: NotificationParams<(typeof notificationEntries)[K]> }
}[NotificationKind]

export const Notification = z.object({
  id: Id,
  kind: z.enum(notificationKinds),
  /** What the text of the kind names. */
  params: z.record(z.string(), z.string()),
  /** A path of ours to go to. */
  link: z.string().nullable(),
  at: Instant,
  readAt: Instant.nullable(),
})
export type Notification = z.infer<typeof Notification>

export const listNotifications = defineEndpoint({
  method: 'GET',
  path: '/me/notifications',
  about: ['notifications'],
  summary: 'What I was told, newest first; older than an id',
  open: 'signedIn',
  query: z.object({
    before: Id.optional(),
    unread: z.stringbool().optional(),
    limit: WholeNumber(1, 100).default(20),
  }),
  output: z.object({ notifications: z.array(Notification), unread: z.number().int(), more: z.boolean() }),
})

/** Marks these, or all up to the newest that the caller has seen. */
export const markNotificationsRead = defineEndpoint({
  method: 'POST',
  path: '/me/notifications/read',
  changes: ['notifications'],
  allowedInViewReason: 'marks what was read; nothing else changes',
  summary: 'Mark as read',
  open: 'signedIn',
  body: z.object({ ids: z.array(Id).max(100).optional(), upTo: Id.optional() }),
  output: z.object({ unread: z.number().int() }),
})

const MutedNotificationKinds = z.object({
  /** Kinds that the person has switched off, wherever they work. */
  muted: z.array(z.enum(notificationKinds)),
})

export const getMutedNotifications = defineEndpoint({
  method: 'GET',
  path: '/me/notification-kinds',
  about: ['notifications'],
  summary: 'The kinds of notification that I have switched off',
  open: 'signedIn',
  output: MutedNotificationKinds,
})

/** Of kinds that nobody may do without, `request.invalid`. */
export const switchNotificationKind = defineEndpoint({
  method: 'PUT',
  path: '/me/notification-kinds',
  changes: ['notifications'],
  allowedInViewReason: 'what the person is notified of, in whoever’s view',
  summary: 'Switch a kind of notification on or off for me',
  open: 'signedIn',
  body: z.object({ kind: z.enum(switchableNotificationKinds), on: z.boolean() }),
  output: MutedNotificationKinds,
})

/**
 * Server-sent events, read as a stream because the token travels in a header: `unread` {unread} at the beginning, `notification`
 * {notification, unread}, `session` {code} once when the session is over or locked, and a comment every 20 s. It is no sign of
 * activity.
 */
export const streamEvents = defineEndpoint({
  method: 'GET',
  path: '/me/live',
  summary: 'What happens, as it happens (text/event-stream)',
  open: 'signedIn',
  stream: true,
  isBackground: true,
  output: z.unknown(),
})
