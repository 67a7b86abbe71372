import type { Kysely } from 'kysely'
import type { DB } from '#db/types.ts'
import { moneyOf } from '#rules/cents.ts'
import { refuse } from '#server/core/errors.ts'
import type { Doer } from '#server/core/task.ts'
import { refuseContribution } from '#server/domain/contribute.ts'
import { findPenalty, refuseOverAvailable } from '#server/domain/early-withdrawal.ts'
import type { LockedAccount } from '#server/domain/lock-account.ts'

/**
 * Between accounts of one client: the giver lets go what a withdrawal could take without a penalty, and the receiver takes what a contribution could
 * bring, so that a journal is no way around the terms of either. The limits by role aren't asked: two people decide. `gains`: in cents, by account.
 */
export const refuseTransfer = async (
  tx: Kysely<DB>,
  doer: Doer,
  accounts: readonly LockedAccount[],
  { gains, valueDate }: { gains: ReadonlyMap<string, bigint>; valueDate: string },
): Promise<void> => {
  for (const account of accounts) {
    const gain = gains.get(account.id) ?? 0n
    if (gain > 0n) await refuseContribution(tx, account, { amount: moneyOf(gain), valueDate }, doer.businessDate)
    if (gain >= 0n) continue
    const amount = moneyOf(-gain)
    refuseOverAvailable(account, amount, 0n)
    if ((await findPenalty(tx, doer, account, amount)) > 0n) throw refuse('entry.penaltyDue')
  }
}
