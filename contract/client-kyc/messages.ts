import type { NotificationEntries } from '../core/messages.ts'

/** What people are notified of, with how each parameter is shown. */
export const notifications = {
  'kyc.expiring': { icon: 'attention', params: { count: 'number' }, changes: ['clients'] },
} as const satisfies NotificationEntries
