import { z } from 'zod'
import { endpoint } from './core/endpoint.ts'
import { Id, Instant, WholeNumber } from './core/values.ts'

/** What people are told of. Each has its text under that key. */
export const notificationKinds = [
  'signIn.newPlace',
  'password.changed',
  'google.linked',
  'secondFactor.added',
  'secondFactor.removed',
  'recoveryCode.used',
  'recoveryCodes.renewed',
  'maintenance.announced',
  'approval.waiting',
  'approval.decided',
  'approval.taskSwitched',
  'limit.changed',
  'setting.changed',
  'contributionRules.changed',
  'contributions.overdue',
  'firmAccount.changed',
  'access.directionEnded',
  'access.created',
  'secondFactorRoles.changed',
  'substitution.named',
  'substitution.set',
  'permissions.changed',
  'relative.declared',
  'employee.moveFailed',
  'employee.accountProposed',
  'employee.accountChanged',
  'handover.done',
  'handover.undone',
  'handover.failed',
  'ledger.differs',
  'night.postingFailed',
  'night.verificationFailed',
  'maturities.parked',
  'maturities.stopped',
  'payments.stalled',
  'import.stalled',
  'client.bankAccount',
  'client.signature',
  'comment.mentioned',
  'record.assigned',
] as const
export type NotificationKind = (typeof notificationKinds)[number]

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

export const listNotifications = endpoint({
  method: 'GET',
  path: '/me/notifications',
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
export const readNotifications = endpoint({
  method: 'POST',
  path: '/me/notifications/read',
  inView: 'marks what was read; nothing else changes',
  summary: 'Mark as read',
  open: 'signedIn',
  body: z.object({ ids: z.array(Id).max(100).optional(), upTo: Id.optional() }),
  output: z.object({ unread: z.number().int() }),
})

/**
 * Server-sent events, read as a stream because the token travels in a header: `unread` {unread} at the beginning, `notification`
 * {notification, unread}, `session` {code} once when the session is over or locked, and a comment every 20 s. It is no sign of
 * activity.
 */
export const live = endpoint({
  method: 'GET',
  path: '/me/live',
  summary: 'What happens, as it happens (text/event-stream)',
  open: 'signedIn',
  stream: true,
  passive: true,
  output: z.unknown(),
})
