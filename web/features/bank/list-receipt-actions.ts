import type { BankEntryDetail } from '#contract/bank.ts'
import type { PermissionCheck } from '#web/core/session.ts'

const receiptActions = ['confirm', 'assign', 'sendBack', 'confirmReturn', 'cancelReturn'] as const
export type ReceiptAction = (typeof receiptActions)[number]

/** What may be decided on money that came in without an owner, in the order of the buttons. */
export const listReceiptActions = (
  {
    state,
    proposedAccountId,
    proposedPaymentId,
  }: Pick<BankEntryDetail, 'state' | 'proposedAccountId' | 'proposedPaymentId'>,
  may: PermissionCheck,
): ReceiptAction[] => {
  const waits = may('bt_Extractos', 'edit') && state === 'waiting'
  const returns = may('bt_Extractos', 'edit') && state === 'returning'
  const isOffered: Record<ReceiptAction, boolean> = {
    // What seems to be a payment that comes back is no new money to confirm in one click.
    confirm: waits && proposedAccountId !== null && proposedPaymentId === null,
    assign: waits,
    sendBack: waits,
    confirmReturn: returns,
    cancelReturn: returns,
  }
  return receiptActions.filter((action) => isOffered[action])
}
