import type { NotificationEntries } from '../core/messages.ts'

/** What people are notified of, with how each parameter is shown. */
export const notifications = {
  'ledger.differs': { icon: 'attention', fixed: 'control', params: { differences: 'number' }, changes: ['ledger'] },
  'night.verificationFailed': { icon: 'attention', fixed: 'operation', params: { date: 'date' }, changes: ['ledger'] },
} as const satisfies NotificationEntries
