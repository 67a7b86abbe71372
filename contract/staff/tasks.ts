import type { ApprovalTaskEntries } from '../core/approval-tasks.ts'

/** What a second person checks, with the sentence that says what would be done. */
export const tasks = {
  employeeAccount: { params: { who: 'subject' } },
  staffMove: { params: { who: 'text', cvl: 'hidden', to: 'text' } },
  employeeOffice: { params: { who: 'text', to: 'text' } },
} as const satisfies ApprovalTaskEntries
