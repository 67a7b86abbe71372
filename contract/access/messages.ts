import type { NotificationEntries } from '../core/messages.ts'

/** What people are notified of, with how each parameter is shown. */
export const notifications = {
  'access.directionEnded': { sign: 'attention', params: { name: 'text', by: 'text' } },
  'access.created': { sign: 'attention', params: { name: 'text', role: 'role' } },
  'permissions.changed': { sign: 'rights', params: {} },
} as const satisfies NotificationEntries
