import type { NotificationEntries } from '../core/messages.ts'

/** What people are notified of, with how each parameter is shown. */
export const notifications = {
  'access.directionEnded': {
    icon: 'attention',
    fixed: 'control',
    params: { name: 'text', by: 'text' },
    changes: ['access', 'staff'],
  },
  'access.created': {
    icon: 'attention',
    fixed: 'control',
    params: { name: 'text', role: 'role' },
    changes: ['access', 'staff'],
  },
  'permissions.changed': { icon: 'rights', fixed: 'security', params: {}, changes: ['access'] },
} as const satisfies NotificationEntries
