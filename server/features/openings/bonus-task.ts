import { sql } from 'kysely'
import { audit } from '#server/core/audit.ts'
import { refuse } from '#server/core/errors.ts'
import type { Task } from '#server/core/task.ts'
import { activateAccount } from '#server/domain/activate-account.ts'
import { refuseOverBonusLimit } from '#server/domain/bonus-limit.ts'
import { lockAccounts } from '#server/domain/lock-account.ts'
import { refreshClients } from '#server/domain/post-journal.ts'

type Bonus = { accountId: string; clientId: string; bonusRate: string }

/** More bonus interest than its maker may give alone. The account waits for it, and opens with it if its money is there. */
export const bonusTask: Task<'bonus', Bonus> = {
  name: 'bonus',
  module: 'bt_Pendientes',
  secondFactor: true,
  carryOut: async (tx, doer, { payload: { accountId, clientId, bonusRate }, approvalId }) => {
    await lockAccounts(tx, [accountId])
    const account = await tx
      .selectFrom('account')
      .where('id', '=', accountId)
      .where('status', '=', 'pending')
      .where('bonusRate', '=', bonusRate)
      .select('approvalId')
      .executeTakeFirst()
    if (!account || account.approvalId !== approvalId) throw refuse('approval.changedSince')
    if (approvalId) await refuseOverBonusLimit(tx, doer, { approvalId, bonusRate })
    await tx
      .updateTable('account')
      .set({ approvalId: null, version: sql`version + 1` })
      .where('id', '=', accountId)
      .execute()
    await audit(tx, doer, {
      action: 'account.bonusApproved',
      entity: 'account',
      entityId: accountId,
      after: { bonusRate },
    })
    await activateAccount(tx, doer, accountId, { notBefore: doer.businessDate })
    await refreshClients(tx, [clientId])
  },
  drop: async (tx, { payload: { accountId }, approvalId }) => {
    await tx
      .updateTable('account')
      .set({ status: 'draft', approvalId: null, offerUntil: null, version: sql`version + 1` })
      .where('id', '=', accountId)
      .where('approvalId', '=', approvalId)
      .execute()
  },
}
