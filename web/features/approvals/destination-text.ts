import type { ApprovalDetail } from '#contract/approvals.ts'
import { inFours } from '#web/domain/bank-number.ts'

/** The bank account that is paid: its number as it is printed, its bank, and whose it is there. */
export const destinationText = ({ number, bank, holder }: NonNullable<ApprovalDetail['destination']>): string =>
  [inFours(number), bank, holder].filter(Boolean).join(' · ')
