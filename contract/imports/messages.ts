import type { NotificationEntries } from '../core/messages.ts'

/** What people are notified of, with how each parameter is shown. */
export const notifications = {
  'import.stalled': { icon: 'attention', params: { who: 'text', file: 'text' }, changes: ['imports'] },
} as const satisfies NotificationEntries
