import type { OperateReason } from '#contract/clients/can-operate.ts'
import type { MaturityReason } from '#contract/maturities.ts'

type OfMaturity = Exclude<MaturityReason, OperateReason>

/** The words that a reason is shown with: what stops a holder is explained on their own page. */
export const groupOfReason = (reason: MaturityReason): OfMaturity | 'block' | 'lopd' | 'documents' => {
  if (reason.startsWith('block')) return 'block'
  if (reason.startsWith('lopd')) return 'lopd'
  return /^(kyc|dni|address)/.test(reason) ? 'documents' : (reason as OfMaturity)
}
