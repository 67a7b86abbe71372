import type { ApprovalTaskEntries } from '../core/approval-tasks.ts'

/** What a second person checks, with the sentence that says what would be done. */
export const tasks = {
  handover: { params: { who: 'subject', count: 'count' } },
  handoverRelease: {
    params: { who: 'text', count: 'count', from: { format: 'text', empty: 'severalGivers' } },
    optional: ['from'],
  },
} as const satisfies ApprovalTaskEntries
