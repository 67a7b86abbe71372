import type { NotificationEntries } from '../core/messages.ts'

/** What people are notified of, with how each parameter is shown. */
export const notifications = {
  'secondFactor.added': { icon: 'factor', fixed: 'security', params: { way: 'factor' }, changes: ['personal'] },
  'secondFactor.removed': { icon: 'factor', fixed: 'security', params: { way: 'factor' }, changes: ['personal'] },
  'recoveryCode.used': { icon: 'factor', fixed: 'security', params: { left: 'number' }, changes: ['personal'] },
  'recoveryCodes.renewed': { icon: 'factor', fixed: 'security', params: { address: 'text' }, changes: ['personal'] },
} as const satisfies NotificationEntries
