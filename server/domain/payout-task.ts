import type { Kysely } from 'kysely'
import type { PaymentKind } from '#contract/payments.ts'
import type { DB } from '#db/types.ts'
import { audit } from '#server/core/audit.ts'
import { refuse } from '#server/core/errors.ts'
import type { Task } from '#server/core/task.ts'
import { findAccountsCanOperate, refuseUnlessAllowed } from './can-operate.ts'
import { assertWithinLimit } from './decider-limit.ts'
import { lockAccounts } from './lock-account.ts'
import { orderPayment } from './payment-orders.ts'

export type Payout = {
  accountId: string
  amount: string
  kind: Exclude<PaymentKind, 'withdrawal'>
  /** What put the money into the payable: a maturity, or a payment that came back. */
  journalId: string
}

/** Whether somebody is asked already to let this money go. */
export const isPayoutAsked = async (tx: Kysely<DB>, journalId: string): Promise<boolean> => {
  const asked = await tx
    .selectFrom('approval')
    .where('task', '=', payoutTask.name)
    .where('entity', '=', 'payout')
    .where('entityId', '=', journalId)
    .where('state', '=', 'pending')
    .select('id')
    .executeTakeFirst()
  return asked !== undefined
}

/** Money that waits in the payable of an account, let go by a second person: from then on it waits for a batch. */
export const payoutTask: Task<'payout', Payout> = {
  name: 'payout',
  module: 'bt_Retiradas',
  secondFactor: true,
  carryOut: async (tx, doer, { payload, approvalId, now }) => {
    const { accountId, amount, kind, journalId } = payload
    await lockAccounts(tx, [accountId])
    const known = await tx.selectFrom('paymentOrder').where('journalId', '=', journalId).select('id').executeTakeFirst()
    if (known) throw refuse('approval.changedSince')
    const verdicts = await findAccountsCanOperate(tx, [accountId], doer.businessDate)
    refuseUnlessAllowed(verdicts.get(accountId)!.out)
    await assertWithinLimit(tx, doer, approvalId, { accountId, amount })
    const at = new Date(now).toISOString()
    await orderPayment(tx, { ...payload, approvalId }, at)
    await tx
      .updateTable('maturity')
      .set({ releasedAt: at })
      .where('accountId', '=', accountId)
      .where('journalId', '=', journalId)
      .where('releasedAt', 'is', null)
      .execute()
    const after = { kind, amount, ...(approvalId && { approval: approvalId }) }
    await audit(tx, doer, { action: 'payout.released', entity: 'account', entityId: accountId, after })
  },
}
