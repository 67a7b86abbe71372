import type { ApprovalTaskEntries } from '../core/approval-tasks.ts'

/** What a second person checks, with the sentence that says what would be done. */
export const tasks = {
  bonus: { params: { who: 'subject', account: 'text', points: 'text' }, optional: ['who'] },
} as const satisfies ApprovalTaskEntries
