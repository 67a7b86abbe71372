import type { NotificationEntries } from '../core/messages.ts'

/** What people are notified of, with how each parameter is shown. */
export const notifications = {
  'infoForm.answered': { icon: 'change', params: { name: 'text' }, changes: ['clients'] },
} as const satisfies NotificationEntries
