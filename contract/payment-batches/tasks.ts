import type { ApprovalTaskEntries } from '../core/approval-tasks.ts'

/** What a second person checks, with the sentence that says what would be done. */
export const tasks = {
  payout: { params: { who: 'subject', account: 'text', amount: 'euros' } },
  clearance: { params: { who: 'subject', account: 'text', amount: 'euros' } },
  paymentBatch: { params: { who: 'subject', count: 'count', amount: 'euros' } },
  batchEnd: { params: { who: 'subject', count: 'count', amount: 'euros' } },
  paymentReturn: { params: { who: 'subject', account: 'text', amount: 'euros' } },
} as const satisfies ApprovalTaskEntries
