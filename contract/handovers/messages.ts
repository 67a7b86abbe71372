import type { NotificationEntries } from '../core/messages.ts'

/** What people are notified of, with how each parameter is shown. */
export const notifications = {
  'handover.done': { sign: 'handover', params: { name: 'text', clients: 'number' } },
  'handover.undone': { sign: 'handover', params: { name: 'text', clients: 'number' } },
  'handover.failed': { sign: 'handover', params: { name: 'text', clients: 'number' } },
} as const satisfies NotificationEntries
