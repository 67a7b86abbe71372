import type { NotificationEntries } from '../core/messages.ts'

/** What people are notified of, with how each parameter is shown. */
export const notifications = {
  'comment.mentioned': { sign: 'mention', params: { entity: 'record', by: 'text' } },
  'record.assigned': { sign: 'assignment', params: { entity: 'record', by: 'text' } },
} as const satisfies NotificationEntries
