import type { NotificationEntries } from '../core/messages.ts'

/** What people are notified of, with how each parameter is shown. */
export const notifications = {
  'estate.released': {
    icon: 'change',
    params: {},
    changes: ['clients', 'accounts', 'ledger', 'payments', 'withholding'],
  },
} as const satisfies NotificationEntries
