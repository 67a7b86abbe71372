import type { ApprovalTaskEntries } from '../core/approval-tasks.ts'

/** What a second person checks, with the sentence that says what would be done. */
export const tasks = {
  estateRelease: { params: { who: 'subject', amount: 'euros' } },
} as const satisfies ApprovalTaskEntries
