import type { Kysely } from 'kysely'
import type { DB } from '#db/types.ts'
import { centsOf } from '#rules/cents.ts'
import { partPenaltyOf } from '#rules/leaving-figures.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import { findLeaving } from './leaving.queries.ts'
import type { LockedAccount } from './lock-account.ts'
import { findLaw } from './withholding.ts'

/**
 * What leaving costs the account now, in cents, beside the amount: the penalty on that part where its term is not over. Throws `withdrawal.noPart`
 * where only the whole may leave, `withdrawal.belowMinimum` where less than the product's minimum would stay. The account is locked.
 */
export const findPenalty = async (
  tx: Kysely<DB>,
  { prefix, businessDate }: Pick<Ctx, 'prefix' | 'businessDate'>,
  account: LockedAccount,
  amount: string,
): Promise<bigint> => {
  const isEarly = account.status === 'active' && account.expiresOn !== null && account.expiresOn > businessDate
  if (!isEarly || account.earlyWithdrawal === 'free') return 0n
  if (account.earlyWithdrawal === 'none') throw refuse('withdrawal.noPart')
  const { leaving } = await findLeaving(tx, await findLaw(tx, prefix), account.id)
  const penalty = partPenaltyOf(leaving, businessDate, centsOf(amount))
  const left = centsOf(account.balance) - centsOf(account.reserved) - centsOf(amount) - penalty
  if (left < centsOf(account.minimum))
    throw refuse('withdrawal.belowMinimum', { fields: { amount: 'belowMinimumLeft' } })
  return penalty
}

/** What can be asked for with its penalty, or `withdrawal.overAvailable`. */
export const refuseOverAvailable = (account: LockedAccount, amount: string, penalty: bigint): void => {
  if (centsOf(amount) + penalty > centsOf(account.balance) - centsOf(account.reserved))
    throw refuse('withdrawal.overAvailable', { fields: { amount: 'overAvailable' } })
}
