import type { ApprovalTaskEntries } from '../core/approval-tasks.ts'

/** What a second person checks, with the sentence that says what would be done. */
export const tasks = {
  'month.close': { params: { month: 'month' }, sentence: 'monthClose' },
  'month.reopen': { params: { month: 'month' }, sentence: 'monthReopen' },
  entry: {
    params: {
      amount: 'euros',
      kind: { textsKey: 'entryKinds' },
      tax: 'hidden',
      from: { monthsUntil: 'to' },
      to: 'hidden',
    },
    optional: ['kind', 'tax', 'from', 'to'],
    variants: [{ where: { tax: '*' }, sentence: 'taxPayment' }],
  },
} as const satisfies ApprovalTaskEntries
