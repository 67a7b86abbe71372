import type { Kysely } from 'kysely'
import type { DB } from '#db/types.ts'
import { calculatePartialPenalty } from '#rules/cancellation-figures.ts'
import { centsToAmount, toCents } from '#rules/cents.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { findCancellationAccount } from './cancellation-account.queries.ts'
import type { LockedAccount } from './lock-account.ts'
import { findWithholdingLaw } from './withholding.ts'

/** Money that leaves before the term is over, where the terms ask something for that. */
const isBoundByTerm = ({ status, expiresOn, earlyWithdrawal }: LockedAccount, businessDate: string): boolean =>
  status === 'active' && expiresOn !== null && expiresOn > businessDate && earlyWithdrawal !== 'free'

/** `withdrawal.belowMinimum` where an amount with its penalty leaves less than the product's minimum before the term is over. */
export const assertMinimumLeft = (
  account: LockedAccount,
  { amount, penalty }: { amount: string; penalty: string },
  businessDate: string,
): void => {
  const left = toCents(account.balance) - toCents(account.reserved) - toCents(amount) - toCents(penalty)
  if (isBoundByTerm(account, businessDate) && left < toCents(account.minimum))
    throw buildRefusal('withdrawal.belowMinimum', { fields: { amount: 'belowMinimumLeft' } })
}

/**
 * What leaving costs the account now, in cents, beside the amount: the penalty on that part where its term is not over. Throws `withdrawal.noPart`
 * where only the whole may leave, `withdrawal.belowMinimum` where less than the product's minimum would stay. The account is locked.
 * See docs/decisions/0082-partial-withdrawals.md
 */
export const findWithdrawalPenalty = async (
  tx: Kysely<DB>,
  { prefix, businessDate }: Pick<Ctx, 'prefix' | 'businessDate'>,
  account: LockedAccount,
  amount: string,
): Promise<bigint> => {
  if (!isBoundByTerm(account, businessDate)) return 0n
  if (account.earlyWithdrawal === 'none') throw buildRefusal('withdrawal.noPart')
  const { leaving } = await findCancellationAccount(tx, await findWithholdingLaw(tx, prefix), account.id)
  const penalty = calculatePartialPenalty(leaving, businessDate, toCents(amount))
  assertMinimumLeft(account, { amount, penalty: centsToAmount(penalty) }, businessDate)
  return penalty
}

/** What can be asked for with its penalty, or `withdrawal.overAvailable`. */
export const assertWithinAvailable = (account: LockedAccount, amount: string, penalty: bigint): void => {
  if (toCents(amount) + penalty > toCents(account.balance) - toCents(account.reserved))
    throw buildRefusal('withdrawal.overAvailable', { fields: { amount: 'overAvailable' } })
}
