import type es from '../es/notifications.ts'
import type { Shape } from '../shape.ts'
import { notifications } from './written/words.ts'

export default {
  title: 'Notifications',
  unread: 'Unread',
  today: 'Today',
  yesterday: 'Yesterday',
  readAll: 'Mark all as read',
  loading: 'Loading notifications',
  empty: 'You have no notifications',
  emptyHint: 'Notices about your account and your work will appear here.',
  older: 'Show earlier ones',
  choose: 'Choose notifications',
  muted: 'You will no longer be notified of: {{kind}}.',
  undo: 'Undo',
  actions: { decide: 'Decide', read: 'Mark as read', mute: 'Stop these notifications' },
  ways: { app: 'The authenticator app', passkey: 'The passkey “{{name}}”' },
  outcomes: { approved: 'approved', rejected: 'rejected', expired: 'expired', restored: 'pending again' },
  kinds: notifications,
  records: {
    client: 'the record of {{name}}',
    account: 'account {{name}}',
    approval: 'a proposed change',
    contact: 'a contact',
  },
} satisfies Shape<typeof es>
