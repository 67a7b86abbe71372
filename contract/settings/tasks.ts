import type { ApprovalTaskEntries } from '../core/approval-tasks.ts'

/** What a second person checks, with the sentence that says what would be done. */
export const tasks = {
  paymentRate: { params: { who: 'subject', perEuro: 'decimal', rateOn: 'date' } },
  limit: {
    alwaysChecked: true,
    params: {
      change: 'sentence',
      kind: { textsKey: 'limitKinds' },
      role: 'role',
      value: { format: 'euros', empty: 'anyAmount' },
      from: 'date',
    },
    sentences: ['limitSet', 'limitRemoved'],
    variants: [{ where: { kind: 'bonus' }, params: { value: { format: 'points', empty: 'anyAmount' } } }],
  },
  contributionRules: { alwaysChecked: true, params: { days: 'text', confirmDays: 'text' } },
  firmAccount: { params: { account: 'text' } },
  secondFactorRole: {
    alwaysChecked: true,
    params: { role: 'role', required: 'hidden' },
    variants: [{ where: { required: 'true' }, sentence: 'secondFactorRoleOn' }],
  },
} as const satisfies ApprovalTaskEntries
