import type { ApprovalDetail } from '#contract/approvals.ts'
import { formatBankNumber } from '#web/domain/bank-number.ts'

/** The bank account that is paid: its number as it is printed, its bank, and whose it is there. */
export const formatDestination = ({ number, bank, holder }: NonNullable<ApprovalDetail['destination']>): string =>
  [formatBankNumber(number), bank, holder].filter(Boolean).join(' · ')
