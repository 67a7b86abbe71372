import type { NotificationEntries } from '../core/messages.ts'

/** What people are notified of, with how each parameter is shown. */
export const notifications = {
  'client.bankAccount': {
    icon: 'attention',
    fixed: 'control',
    params: { change: 'change' },
    changes: ['bankAccounts', 'clients', 'payments'],
  },
} as const satisfies NotificationEntries
