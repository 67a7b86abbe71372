import type { OperationBlockReason } from '#contract/clients/operation-eligibility.ts'
import type { MaturityReason } from '#contract/maturities.ts'

type OwnMaturityReason = Exclude<MaturityReason, OperationBlockReason>

/** The words that a reason is shown with: what stops a holder is explained on their own page. */
export const getReasonGroup = (reason: MaturityReason): OwnMaturityReason | 'block' | 'lopd' | 'documents' => {
  if (reason.startsWith('block')) return 'block'
  if (reason.startsWith('lopd')) return 'lopd'
  return /^(kyc|dni|address)/.test(reason) ? 'documents' : (reason as OwnMaturityReason)
}
