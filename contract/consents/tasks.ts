import type { ApprovalTaskEntries } from '../core/approval-tasks.ts'

/** What a second person checks, with the sentence that says what would be done. */
export const tasks = {
  consentText: {
    alwaysChecked: true,
    params: { purpose: { textsKey: 'consentPurposes' }, from: 'date' },
    optional: ['from'],
    sentence: 'consentTextKept',
    variants: [{ where: { from: '*' }, sentence: 'consentTextFrom' }],
  },
} as const satisfies ApprovalTaskEntries
