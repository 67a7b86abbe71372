import type { ApprovalTaskEntries } from '../core/approval-tasks.ts'

/** What a second person checks, with the sentence that says what would be done. */
export const tasks = {
  clientMerge: {
    params: { change: 'sentence', who: 'subject', absorbed: 'text' },
    sentences: ['clientMerge', 'clientMergeUndo'],
    alwaysChecked: true,
  },
} as const satisfies ApprovalTaskEntries
