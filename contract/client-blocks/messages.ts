import type { NotificationEntries } from '../core/messages.ts'

/** What people are notified of, with how each parameter is shown. */
export const notifications = {
  'client.block': {
    icon: 'attention',
    fixed: 'control',
    params: { change: 'change' },
    changes: ['clients'],
  },
} as const satisfies NotificationEntries
