import type { ApprovalTaskEntries } from '../core/approval-tasks.ts'

/** What a second person checks, with the sentence that says what would be done. */
export const tasks = {
  'permissions.matrix': { params: { count: 'count' }, sentence: 'matrix' },
  'permissions.role': {
    params: { change: 'sentence', who: 'subject', from: 'role', to: 'role' },
    optional: ['from'],
    sentences: ['role', 'access', 'restore'],
  },
  'permissions.person': {
    params: { change: 'sentence', who: 'subject', action: 'action', module: 'module' },
    sentences: ['grant', 'deny', 'end'],
  },
} as const satisfies ApprovalTaskEntries
