import type { NotificationEntries } from '../core/messages.ts'

/** What people are notified of, with how each parameter is shown. */
export const notifications = {
  'client.signature': { sign: 'attention', params: { change: 'change' } },
} as const satisfies NotificationEntries
