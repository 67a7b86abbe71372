import type { NotificationEntries } from '../core/messages.ts'

/** What people are notified of, with how each parameter is shown. */
export const notifications = {
  'signIn.newPlace': { sign: 'device', params: { address: 'text', agent: 'browser' } },
  'password.changed': { sign: 'key', params: { address: 'text' } },
  'google.linked': { sign: 'key', params: { email: 'text', address: 'text' } },
} as const satisfies NotificationEntries
