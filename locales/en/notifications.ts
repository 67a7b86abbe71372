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
  emptyHint: 'What concerns your account and Atalaya is told here.',
  older: 'Show earlier ones',
  ways: { app: 'The authenticator app', passkey: 'The passkey “{{name}}”' },
  outcomes: { approved: 'approved', rejected: 'rejected', expired: 'expired' },
  kinds: notifications,
  records: {
    client: 'the record of {{name}}',
    account: 'account {{name}}',
    approval: 'a proposed change',
  },
} satisfies Shape<typeof es>
