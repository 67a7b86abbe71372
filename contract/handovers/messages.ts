import type { NotificationEntries } from '../core/messages.ts'

/** What people are notified of, with how each parameter is shown. */
export const notifications = {
  'handover.done': {
    icon: 'handover',
    params: { name: 'text', clients: 'number' },
    changes: ['clients', 'handovers', 'staff'],
  },
  'handover.undone': {
    icon: 'handover',
    params: { name: 'text', clients: 'number' },
    changes: ['clients', 'handovers', 'staff'],
  },
  'handover.failed': {
    icon: 'handover',
    fixed: 'operation',
    params: { name: 'text', clients: 'number' },
    changes: ['handovers'],
  },
} as const satisfies NotificationEntries
