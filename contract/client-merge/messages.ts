import type { NotificationEntries } from '../core/messages.ts'

/** What people are notified of, with how each parameter is shown. */
export const notifications = {
  'client.merged': {
    icon: 'attention',
    fixed: 'control',
    params: { survivor: 'text', absorbed: 'text' },
    changes: ['clients'],
  },
  'client.mergeUndone': {
    icon: 'attention',
    fixed: 'control',
    params: { survivor: 'text', absorbed: 'text' },
    changes: ['clients'],
  },
} as const satisfies NotificationEntries
