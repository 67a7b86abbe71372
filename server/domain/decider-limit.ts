import type { Kysely } from 'kysely'
import type { DB } from '#db/types.ts'
import { refuse } from '#server/core/errors.ts'
import type { Doer } from '#server/core/task.ts'
import { deciderRole } from './decider-role.ts'
import { judgeWithdrawal } from './withdrawal-limit.ts'

/**
 * Throws `withdrawal.overLimit` where what leaves the account is more than whoever approves it may let go. Without an approval it was asked of the maker: above
 * their limit there is somebody else to ask. The account is locked.
 */
export const assertWithinLimit = async (
  tx: Kysely<DB>,
  doer: Doer,
  approvalId: string | null,
  paid: { accountId: string; amount: string },
): Promise<void> => {
  if (approvalId === null) return
  const limited = { role: await deciderRole(tx, doer, approvalId), businessDate: doer.businessDate }
  if ((await judgeWithdrawal(tx, limited, paid)).isOverLimit) throw refuse('withdrawal.overLimit')
}
