import type { NotificationEntries } from '../core/messages.ts'

/** What people are notified of, with how each parameter is shown. */
export const notifications = {
  'meeting.soon': {
    icon: 'attention',
    params: { subject: 'text', at: 'dateTime' },
    changes: [],
  },
  'meeting.invited': {
    icon: 'assignment',
    params: { by: 'text', subject: 'text', at: 'dateTime' },
    changes: ['contacts'],
  },
  'meeting.moved': {
    icon: 'change',
    params: { by: 'text', subject: 'text', at: 'dateTime' },
    changes: ['contacts'],
  },
  'meeting.repeated': {
    icon: 'change',
    params: { by: 'text', subject: 'text', at: 'dateTime' },
    changes: ['contacts'],
  },
  'meeting.canceled': {
    icon: 'attention',
    params: { by: 'text', subject: 'text', at: 'dateTime' },
    changes: ['contacts'],
  },
  'meeting.accepted': {
    icon: 'assignment',
    params: { by: 'text', subject: 'text', at: 'dateTime' },
    changes: ['contacts'],
  },
  'meeting.tentative': {
    icon: 'assignment',
    params: { by: 'text', subject: 'text', at: 'dateTime' },
    changes: ['contacts'],
  },
  'meeting.declined': {
    icon: 'attention',
    params: { by: 'text', subject: 'text', at: 'dateTime' },
    changes: ['contacts'],
  },
  'meeting.proposed': {
    icon: 'change',
    params: { by: 'text', subject: 'text', at: 'dateTime' },
    changes: ['contacts'],
  },
} as const satisfies NotificationEntries
