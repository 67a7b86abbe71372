import type { ApprovalTaskEntries } from '../core/approval-tasks.ts'

/** What a second person checks, with the sentence that says what would be done. */
export const tasks = {
  clientBlock: {
    params: { change: 'sentence', who: 'subject', kind: { textsKey: 'blockKinds' } },
    sentences: ['clientBlock', 'clientUnblock'],
  },
} as const satisfies ApprovalTaskEntries
