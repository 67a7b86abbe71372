import type { NotificationEntries } from '../core/messages.ts'

/** What people are notified of, with how each parameter is shown. */
export const notifications = {
  'consent.signed': { icon: 'change', params: { name: 'text' }, changes: ['clients'] },
  'consent.refused': { icon: 'attention', params: { name: 'text' }, changes: ['clients'] },
  'consent.withdrawn': { icon: 'attention', params: { name: 'text' }, changes: ['clients'] },
  'consent.superseded': { icon: 'attention', params: { count: 'number' }, changes: ['clients'] },
} as const satisfies NotificationEntries
