import { dataSubjects } from '../core/data-subjects.ts'
import type { NotificationEntries } from '../core/messages.ts'

/** What people are notified of, with how each parameter is shown. */
export const notifications = {
  'approval.waiting': { icon: 'change', params: { change: 'change', maker: 'text' }, changes: ['approvals'] },
  'approval.decided': { icon: 'change', params: { change: 'change', outcome: 'outcome' }, changes: dataSubjects },
  'approval.taskSwitched': {
    icon: 'rules',
    fixed: 'control',
    params: { task: 'check', checked: 'text', by: 'text' },
    changes: ['approvals', 'settings'],
    variant: { text: 'on', where: { checked: 'true' } },
  },
  'substitution.named': {
    icon: 'substitution',
    fixed: 'security',
    params: { name: 'text', from: 'date', to: 'date' },
    changes: ['approvals'],
  },
  'substitution.set': {
    icon: 'substitution',
    fixed: 'security',
    params: { name: 'text', from: 'date', to: 'date' },
    changes: ['approvals'],
  },
  'relative.declared': { icon: 'attention', fixed: 'control', params: { who: 'text' }, changes: ['approvals'] },
} as const satisfies NotificationEntries
