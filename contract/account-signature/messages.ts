import type { NotificationEntries } from '../core/messages.ts'

/** What people are notified of, with how each parameter is shown. */
export const notifications = {
  'client.signature': {
    icon: 'attention',
    fixed: 'control',
    params: { change: 'change' },
    changes: ['accounts', 'clients'],
  },
} as const satisfies NotificationEntries
