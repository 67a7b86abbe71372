import type { NotificationEntries } from '../core/messages.ts'

/** What people are notified of, with how each parameter is shown. */
export const notifications = {
  'night.postingFailed': { sign: 'attention', params: { date: 'date' } },
  'jobs.dead': { sign: 'attention', params: {} },
  'maturities.parked': { sign: 'attention', params: { count: 'number' } },
  'maturities.stopped': { sign: 'attention', params: { count: 'number' } },
} as const satisfies NotificationEntries
