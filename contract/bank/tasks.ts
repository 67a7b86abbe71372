import type { ApprovalTaskEntries } from '../core/approval-tasks.ts'

/** What a second person checks, with the sentence that says what would be done. */
export const tasks = {
  receipt: { params: { who: 'subject', account: 'text', amount: 'euros' } },
  statement: { params: { who: 'subject', count: 'count', amount: 'euros' } },
} as const satisfies ApprovalTaskEntries
