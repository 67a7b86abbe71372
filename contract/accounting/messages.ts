import type { NotificationEntries } from '../core/messages.ts'

/** What people are notified of, with how each parameter is shown. */
export const notifications = {
  'ledger.differs': { sign: 'attention', params: { differences: 'number' } },
  'night.verificationFailed': { sign: 'attention', params: { date: 'date' } },
} as const satisfies NotificationEntries
