import type { ApprovalTaskEntries } from '../core/approval-tasks.ts'

/** What a second person checks, with the sentence that says what would be done. */
export const tasks = {
  withholding: {
    params: {
      change: 'sentence',
      payer: { textsKey: 'payers' },
      region: { textsKey: 'places', fallback: 'country' },
      payee: { textsKey: 'payees' },
      rate: 'decimal',
      from: 'date',
    },
    optional: ['payer', 'region', 'payee', 'rate', 'from'],
    sentences: ['rateSet', 'rateRemoved', 'payerSet'],
  },
} as const satisfies ApprovalTaskEntries
