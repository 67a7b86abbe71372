import type { NotificationEntries } from '../core/messages.ts'

/** What people are notified of, with how each parameter is shown. */
export const notifications = {
  'maintenance.announced': {
    sign: 'maintenance',
    params: { message: 'text', until: 'dateTime' },
    variant: { text: 'open', where: { until: '' } },
  },
  'setting.changed': { sign: 'rules', params: { change: 'change', by: 'text' } },
  'limit.changed': { sign: 'rules', params: { change: 'change', by: 'text' } },
  'contributionRules.changed': { sign: 'rules', params: { change: 'change', by: 'text' } },
  'firmAccount.changed': { sign: 'rules', params: { change: 'change', by: 'text' } },
  'secondFactorRoles.changed': { sign: 'rules', params: { change: 'change', by: 'text' } },
} as const satisfies NotificationEntries
