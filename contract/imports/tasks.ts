import type { ApprovalTaskEntries } from '../core/approval-tasks.ts'

/** What a second person checks, with the sentence that says what would be done. */
export const tasks = {
  'import.run': {
    params: { who: 'subject', count: 'count', kind: { textsKey: 'importKinds' }, amount: 'euros' },
    optional: ['amount'],
    sentence: 'importRun',
    variants: [{ where: { amount: '*' }, sentence: 'importRunOf' }],
  },
  'import.undo': {
    params: { who: 'subject', count: 'count', kind: { textsKey: 'importKinds' }, amount: 'euros' },
    optional: ['amount'],
    sentence: 'importUndo',
    variants: [{ where: { amount: '*' }, sentence: 'importUndoOf' }],
  },
} as const satisfies ApprovalTaskEntries
