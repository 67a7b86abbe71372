import type { Answer, Parsed } from '#contract/core/endpoint.ts'
import type { quoteWithdrawal as contract } from '#contract/payments.ts'
import { centsOf, moneyOf } from '#rules/cents.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { findPenalty, refuseOverAvailable } from '#server/domain/early-withdrawal.ts'
import { lockVisibleAccount } from '#server/domain/lock-account.ts'

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
