import type { NotificationEntries } from '../core/messages.ts'

/** What people are notified of, with how each parameter is shown. */
export const notifications = {
  'night.postingFailed': { icon: 'attention', fixed: 'operation', params: { date: 'date' }, changes: ['jobs'] },
  'jobs.dead': { icon: 'attention', fixed: 'operation', params: {}, changes: ['jobs'] },
  'maturities.parked': { icon: 'attention', params: { count: 'number' }, changes: ['accounts', 'maturities'] },
  'maturities.stopped': { icon: 'attention', params: { count: 'number' }, changes: ['accounts', 'maturities'] },
} as const satisfies NotificationEntries
