import type { NotificationEntries } from '../core/messages.ts'

/** What people are notified of, with how each parameter is shown. */
export const notifications = {
  'employee.moveFailed': { sign: 'attention', params: { cvl: 'text', date: 'date' } },
  'employee.accountProposed': { sign: 'attention', params: { by: 'text' } },
  'employee.accountChanged': { sign: 'attention', params: { by: 'text' } },
} as const satisfies NotificationEntries
