import type { NotificationEntries } from '../core/messages.ts'

/** What people are notified of, with how each parameter is shown. */
export const notifications = {
  'contributions.overdue': { icon: 'attention', params: {}, changes: ['contributions'] },
} as const satisfies NotificationEntries
