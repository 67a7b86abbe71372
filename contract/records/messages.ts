import type { NotificationEntries } from '../core/messages.ts'

/** What people are notified of, with how each parameter is shown. */
export const notifications = {
  'comment.mentioned': { icon: 'mention', params: { entity: 'record', by: 'text' }, changes: ['recordPanels'] },
  'record.assigned': { icon: 'assignment', params: { entity: 'record', by: 'text' }, changes: ['recordPanels'] },
} as const satisfies NotificationEntries
