import type { Kysely } from 'kysely'
import type { DB } from '#db/types.ts'
import type { Actor } from '#server/core/approval-task.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { findApproverRole } from './approver-role.ts'
import { checkWithdrawalLimit } from './withdrawal-limit.ts'

/**
 * Throws `withdrawal.overLimit` where what leaves the account is more than whoever approves it may let go. Without an approval it was asked of the maker: above
 * their limit there is somebody else to ask. The account is locked.
 */
export const assertWithinApproverLimit = async (
  tx: Kysely<DB>,
  doer: Actor,
  approvalId: string | null,
  paid: { accountId: string; amount: string },
): Promise<void> => {
  if (approvalId === null) return
  const limited = { ...doer, role: await findApproverRole(tx, doer, approvalId) }
  if ((await checkWithdrawalLimit(tx, limited, paid)).isOverLimit) throw buildRefusal('withdrawal.overLimit')
}
