import { sql } from 'kysely'
import type { ApprovalTask } from '#server/core/approval-task.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { activateAccount } from '#server/domain/activate-account.ts'
import { assertWithinBonusLimit } from '#server/domain/bonus-limit.ts'
import { lockAccounts } from '#server/domain/lock-account.ts'
import { refreshClientList } from '#server/domain/post-journal.ts'

type BonusPayload = { accountId: string; clientId: string; bonusRate: string }

/** More bonus interest than its maker may give alone. The account waits for it, and opens with it if its money is there. */
export const bonusTask: ApprovalTask<'bonus', BonusPayload> = {
  name: 'bonus',
  module: 'bt_Pendientes',
  secondFactor: true,
  carryOut: async (tx, actor, { payload: { accountId, clientId, bonusRate }, approvalId }) => {
    await lockAccounts(tx, [accountId])
    const account = await tx
      .selectFrom('account')
      .where('id', '=', accountId)
      .where('status', '=', 'pending')
      .where('bonusRate', '=', bonusRate)
      .select('approvalId')
      .executeTakeFirst()
    if (!account || account.approvalId !== approvalId) throw buildRefusal('approval.changedSince')
    if (approvalId) await assertWithinBonusLimit(tx, actor, { approvalId, bonusRate })
    await tx
      .updateTable('account')
      .set({ approvalId: null, version: sql`version + 1` })
      .where('id', '=', accountId)
      .execute()
    await recordAuditEvent(tx, actor, {
      action: 'account.bonusApproved',
      entity: 'account',
      entityId: accountId,
      after: { bonusRate },
    })
    await activateAccount(tx, actor, accountId, { notBefore: actor.businessDate })
    await refreshClientList(tx, [clientId])
  },
  discardChange: async (tx, { payload: { accountId }, approvalId }) => {
    await tx
      .updateTable('account')
      .set({ status: 'draft', approvalId: null, offerUntil: null, version: sql`version + 1` })
      .where('id', '=', accountId)
      .where('approvalId', '=', approvalId)
      .execute()
  },
}
