import type { Kysely } from 'kysely'
import type { DB } from '#db/types.ts'
import { centsToAmount } from '#rules/cents.ts'
import type { Actor } from '#server/core/approval-task.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { assertWithinAvailable, findWithdrawalPenalty } from '#server/domain/early-withdrawal.ts'
import type { LockedAccount } from '#server/domain/lock-account.ts'
import { assertContributionAllowed } from '#server/domain/post-contribution.ts'

/**
 * Between accounts of one client: the giver lets go what a withdrawal could take without a penalty, and the receiver takes what a contribution could
 * bring, so that a journal is no way around the terms of either. The limits by role aren't asked: two people decide. `gains`: in cents, by account.
 */
export const assertTransferAllowed = async (
  tx: Kysely<DB>,
  actor: Actor,
  accounts: readonly LockedAccount[],
  { gains, valueDate }: { gains: ReadonlyMap<string, bigint>; valueDate: string },
): Promise<void> => {
  for (const account of accounts) {
    const gain = gains.get(account.id) ?? 0n
    if (gain > 0n)
      await assertContributionAllowed(tx, account, { amount: centsToAmount(gain), valueDate }, actor.businessDate)
    if (gain >= 0n) continue
    const amount = centsToAmount(-gain)
    assertWithinAvailable(account, amount, 0n)
    if ((await findWithdrawalPenalty(tx, actor, account, amount)) > 0n) throw buildRefusal('entry.penaltyDue')
  }
}
