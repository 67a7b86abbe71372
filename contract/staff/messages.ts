import type { NotificationEntries } from '../core/messages.ts'

/** What people are notified of, with how each parameter is shown. */
export const notifications = {
  'employee.moveFailed': {
    icon: 'attention',
    fixed: 'operation',
    params: { cvl: 'text', date: 'date' },
    changes: ['staff'],
  },
  'employee.accountProposed': {
    icon: 'attention',
    fixed: 'security',
    params: { by: 'text' },
    changes: ['approvals', 'staff'],
  },
  'employee.accountChanged': {
    icon: 'attention',
    fixed: 'security',
    params: { by: 'text' },
    changes: ['personal', 'staff'],
  },
} as const satisfies NotificationEntries
