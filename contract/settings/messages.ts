import type { NotificationEntries } from '../core/messages.ts'

/** What people are notified of, with how each parameter is shown. */
export const notifications = {
  'maintenance.announced': {
    icon: 'maintenance',
    fixed: 'operation',
    params: { message: 'text', until: 'dateTime' },
    changes: [],
    variant: { text: 'open', where: { until: '' } },
  },
  'setting.changed': {
    icon: 'rules',
    fixed: 'control',
    params: { change: 'change', by: 'text' },
    changes: ['approvals', 'settings'],
  },
  'limit.changed': {
    icon: 'rules',
    fixed: 'control',
    params: { change: 'change', by: 'text' },
    changes: ['approvals', 'settings'],
  },
  'contributionRules.changed': {
    icon: 'rules',
    fixed: 'control',
    params: { change: 'change', by: 'text' },
    changes: ['approvals', 'settings'],
  },
  'firmAccount.changed': {
    icon: 'rules',
    fixed: 'control',
    params: { change: 'change', by: 'text' },
    changes: ['approvals', 'settings'],
  },
  'secondFactorRoles.changed': {
    icon: 'rules',
    fixed: 'control',
    params: { change: 'change', by: 'text' },
    changes: ['approvals', 'settings'],
  },
} as const satisfies NotificationEntries
