import type { Kysely } from 'kysely'
import type { Answer, Parsed } from '#contract/core/endpoint.ts'
import type { quoteWithdrawal as contract } from '#contract/payments.ts'
import type { DB } from '#db/types.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import { centsOf, moneyOf } from '#server/domain/cents.ts'
import { findLeaving } from '#server/domain/leaving.queries.ts'
import { partPenaltyOf } from '#server/domain/leaving-figures.ts'
import { type LockedAccount, lockVisibleAccount } from '#server/domain/lock-account.ts'
import { findLaw } from '#server/domain/withholding.ts'

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

/** What a withdrawal would cost now. Asking for it posts exactly that, or is refused. */
export const quoteWithdrawal = (
  ctx: Ctx,
  { params, body: { amount } }: Parsed<typeof contract>,
): Promise<Answer<typeof contract>> =>
  ctx.db.transaction().execute(async (tx) => {
    const account = await lockVisibleAccount(tx, ctx, params)
    refuseOverAvailable(account, amount, 0n)
    const penalty = await findPenalty(tx, ctx, account, amount)
    refuseOverAvailable(account, amount, penalty)
    const debited = centsOf(amount) + penalty
    const left = centsOf(account.balance) - centsOf(account.reserved) - debited
    return { penalty: moneyOf(penalty), debited: moneyOf(debited), left: moneyOf(left) }
  })
