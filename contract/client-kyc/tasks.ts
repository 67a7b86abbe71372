import type { ApprovalTaskEntries } from '../core/approval-tasks.ts'

/** What a second person checks, with the sentence that says what would be done. */
export const tasks = {
  kycApproval: { params: { change: 'sentence', who: 'subject' }, sentences: ['kycIdentity', 'kycAddress'] },
} as const satisfies ApprovalTaskEntries
