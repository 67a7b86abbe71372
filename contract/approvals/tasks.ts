import type { ApprovalTaskEntries } from '../core/approval-tasks.ts'

/** What a second person checks, with the sentence that says what would be done. */
export const tasks = {
  'check.off': {
    alwaysChecked: true,
    params: { check: 'check', checked: 'hidden' },
    sentence: 'checkOff',
    variants: [{ where: { checked: 'true' }, sentence: 'checkOn' }],
  },
  substitution: {
    alwaysChecked: true,
    params: { who: 'text', absent: 'text', from: 'date', to: 'date' },
  },
} as const satisfies ApprovalTaskEntries
