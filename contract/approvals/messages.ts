import type { NotificationEntries } from '../core/messages.ts'

/** What people are notified of, with how each parameter is shown. */
export const notifications = {
  'approval.waiting': { sign: 'change', params: { change: 'change', maker: 'text' } },
  'approval.decided': { sign: 'change', params: { change: 'change', outcome: 'outcome' } },
  'approval.taskSwitched': {
    sign: 'rules',
    params: { task: 'check', checked: 'text', by: 'text' },
    variant: { text: 'on', where: { checked: 'true' } },
  },
  'substitution.named': { sign: 'substitution', params: { name: 'text', from: 'date', to: 'date' } },
  'substitution.set': { sign: 'substitution', params: { name: 'text', from: 'date', to: 'date' } },
  'relative.declared': { sign: 'attention', params: { who: 'text' } },
} as const satisfies NotificationEntries
