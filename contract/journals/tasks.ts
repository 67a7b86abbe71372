import type { ApprovalTaskEntries } from '../core/approval-tasks.ts'

/** What a second person checks, with the sentence that says what would be done. */
export const tasks = {
  reversal: {
    params: { who: 'subject', account: 'text', entry: 'text', amount: 'euros', kind: 'hidden' },
    optional: ['who', 'account', 'entry'],
    variants: [{ where: { entry: '*' }, sentence: 'reversalOfEntry' }],
  },
} as const satisfies ApprovalTaskEntries
