import type { NotificationEntries } from '../core/messages.ts'

/** What people are notified of, with how each parameter is shown. */
export const notifications = {
  'payments.stalled': { sign: 'attention', params: { reference: 'text', orders: 'number' } },
} as const satisfies NotificationEntries
