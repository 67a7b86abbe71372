import type { ApprovalTaskEntries } from '../core/approval-tasks.ts'

/** What a second person checks, with the sentence that says what would be done. */
export const tasks = {
  clientIdentity: { params: { who: 'subject' } },
} as const satisfies ApprovalTaskEntries
