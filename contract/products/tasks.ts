import type { ApprovalTaskEntries } from '../core/approval-tasks.ts'

/** What a second person checks, with the sentence that says what would be done. */
export const tasks = {
  product: {
    params: { change: 'sentence', who: 'subject' },
    sentences: ['productNew', 'productSettings', 'productRates'],
  },
} as const satisfies ApprovalTaskEntries
