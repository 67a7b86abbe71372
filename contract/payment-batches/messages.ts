import type { NotificationEntries } from '../core/messages.ts'

/** What people are notified of, with how each parameter is shown. */
export const notifications = {
  'payments.stalled': {
    icon: 'attention',
    fixed: 'operation',
    params: { reference: 'text', orders: 'number' },
    changes: ['paymentBatches', 'payments'],
  },
} as const satisfies NotificationEntries
