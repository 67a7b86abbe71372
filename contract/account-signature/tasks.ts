import type { ApprovalTaskEntries } from '../core/approval-tasks.ts'

/** What a second person checks, with the sentence that says what would be done. */
export const tasks = {
  signature: {
    params: { change: 'sentence', who: 'subject', account: 'text' },
    sentences: ['signOne', 'signAll'],
  },
} as const satisfies ApprovalTaskEntries
