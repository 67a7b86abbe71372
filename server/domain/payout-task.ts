import type { Kysely } from 'kysely'
import type { PaymentKind } from '#contract/payments.ts'
import type { DB } from '#db/types.ts'
import type { ApprovalTask } from '#server/core/approval-task.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { assertWithinApproverLimit } from './approver-limit.ts'
import { assertOperationAllowed, findAccountsEligibility } from './client-eligibility.ts'
import { lockAccounts } from './lock-account.ts'
import { createPaymentOrder } from './payment-orders.ts'

export type PayoutRequest = {
  accountId: string
  amount: string
  kind: Exclude<PaymentKind, 'withdrawal'>
  /** What put the money into the payable: a maturity, or a payment that came back. */
  journalId: string
  /** Who is paid what they inherited; else the one under whom the account counts. */
  clientId?: string
}

/** Whether somebody is asked already to let this money go. */
export const hasPendingPayoutApproval = async (tx: Kysely<DB>, journalId: string): Promise<boolean> => {
  const approval = await tx
    .selectFrom('approval')
    .where('task', '=', payoutTask.name)
    .where('entity', '=', 'payout')
    .where('entityId', '=', journalId)
    .where('state', '=', 'pending')
    .select('id')
    .executeTakeFirst()
  return approval !== undefined
}

/** Money that waits in the payable of an account, let go by a second person: from then on it waits for a batch. */
export const payoutTask: ApprovalTask<'payout', PayoutRequest> = {
  name: 'payout',
  module: 'bt_Retiradas',
  secondFactor: true,
  carryOut: async (tx, doer, { payload, approvalId, now }) => {
    const { accountId, amount, kind, journalId } = payload
    await lockAccounts(tx, [accountId])
    const known = await tx.selectFrom('paymentOrder').where('journalId', '=', journalId).select('id').executeTakeFirst()
    if (known) throw buildRefusal('approval.changedSince')
    const verdicts = await findAccountsEligibility(tx, [accountId], doer.businessDate)
    assertOperationAllowed(verdicts.get(accountId)!.out)
    await assertWithinApproverLimit(tx, doer, approvalId, { accountId, amount })
    const at = new Date(now).toISOString()
    await createPaymentOrder(tx, { ...payload, approvalId }, at)
    await tx
      .updateTable('maturity')
      .set({ releasedAt: at })
      .where('accountId', '=', accountId)
      .where('journalId', '=', journalId)
      .where('releasedAt', 'is', null)
      .execute()
    const after = { kind, amount, ...(approvalId && { approval: approvalId }) }
    await recordAuditEvent(tx, doer, { action: 'payout.released', entity: 'account', entityId: accountId, after })
  },
}
