import type { ApprovalTaskEntries } from '../core/approval-tasks.ts'

/** What a second person checks, with the sentence that says what would be done. */
export const tasks = {
  office: { params: { office: 'text', officeId: 'hidden', from: 'text', to: 'text' }, sentence: 'officeZone' },
} as const satisfies ApprovalTaskEntries
