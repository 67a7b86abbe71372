import type { PaymentDetail, PaymentRow } from '#contract/payments.ts'
import type { ModuleKey } from '#contract/permissions.ts'

/** What may still be given up: a client's withdrawal, until it is in a batch. */
export const cancelableStates: readonly PaymentRow['state'][] = ['requested', 'approved']

type PaymentFacts = Pick<PaymentDetail, 'kind' | 'state' | 'waits' | 'askedApprovalId'> & {
  /** It came back to the payable, and is not ordered again. */
  canReorder: boolean
}

/** What somebody may do with a payment now, by its state and by where they may edit. */
export const getPaymentActions = (
  { kind, state, waits, canReorder, askedApprovalId }: PaymentFacts,
  mayEdit: (module: ModuleKey) => boolean,
): Pick<PaymentDetail, 'mayCancel' | 'mayPay' | 'mayReturn' | 'mayClear' | 'mayReorder'> => {
  const isRequested = askedApprovalId !== null
  const needsClearance = waits === 'needsApproval' || waits === 'newBankAccount'
  return {
    mayCancel: kind === 'withdrawal' && cancelableStates.includes(state) && mayEdit('bt_Retiradas'),
    mayPay: state === 'sent' && mayEdit('bt_Remesas'),
    mayReturn: (state === 'sent' || state === 'paid') && !isRequested && mayEdit('bt_Remesas'),
    mayClear: needsClearance && !isRequested && mayEdit('bt_Retiradas'),
    mayReorder: canReorder && mayEdit('bt_Retiradas'),
  }
}
