import type { NotificationEntries } from '../core/messages.ts'

/** What people are notified of, with how each parameter is shown. */
export const notifications = {
  'signIn.newPlace': {
    icon: 'device',
    fixed: 'security',
    params: { address: 'text', agent: 'browser' },
    changes: ['personal'],
  },
  'password.changed': { icon: 'key', fixed: 'security', params: { address: 'text' }, changes: ['personal'] },
  'google.linked': {
    icon: 'key',
    fixed: 'security',
    params: { email: 'text', address: 'text' },
    changes: ['personal'],
  },
} as const satisfies NotificationEntries
