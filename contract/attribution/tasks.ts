import type { ApprovalTaskEntries } from '../core/approval-tasks.ts'

/** What a second person checks, with the sentence that says what would be done. */
export const tasks = {
  attribution: {
    params: {
      change: 'sentence',
      product: { format: 'text', empty: 'anyProduct' },
      channel: { textsKey: 'channels' },
      from: 'date',
      manager: 'decimal',
      partner: 'decimal',
      advisor: 'decimal',
      banker: 'decimal',
      days: 'text',
    },
    optional: ['product', 'channel', 'from', 'manager', 'partner', 'advisor', 'banker', 'days'],
    sentences: ['attributionSet', 'attributionRemoved', 'reinvestmentDaysSet'],
  },
} as const satisfies ApprovalTaskEntries
