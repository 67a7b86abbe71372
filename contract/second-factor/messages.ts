import type { NotificationEntries } from '../core/messages.ts'

/** What people are notified of, with how each parameter is shown. */
export const notifications = {
  'secondFactor.added': { sign: 'factor', params: { way: 'factor' } },
  'secondFactor.removed': { sign: 'factor', params: { way: 'factor' } },
  'recoveryCode.used': { sign: 'factor', params: { left: 'number' } },
  'recoveryCodes.renewed': { sign: 'factor', params: { address: 'text' } },
} as const satisfies NotificationEntries
