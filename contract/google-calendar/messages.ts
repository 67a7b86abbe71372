import type { NotificationEntries } from '../core/messages.ts'

/** What people are notified of, with how each parameter is shown. */
export const notifications = {
  'googleCalendar.lost': { icon: 'attention', params: { email: 'text' }, changes: ['personal'] },
} as const satisfies NotificationEntries
