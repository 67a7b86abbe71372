import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type * as contract from '#contract/payments.ts'
import { centsToAmount, toCents } from '#rules/cents.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { assertWithinAvailable, findWithdrawalPenalty } from '#server/domain/early-withdrawal.ts'
import { lockVisibleAccount } from '#server/domain/lock-account.ts'

/** What a withdrawal would cost now. Asking for it posts exactly that, or is refused. */
export const quoteWithdrawal = (
  ctx: Ctx,
  { params, body: { amount } }: ParsedRequest<typeof contract.quoteWithdrawal>,
): Promise<ResponseBody<typeof contract.quoteWithdrawal>> =>
  ctx.db.transaction().execute(async (tx) => {
    const account = await lockVisibleAccount(tx, ctx, params)
    assertWithinAvailable(account, amount, 0n)
    const penalty = await findWithdrawalPenalty(tx, ctx, account, amount)
    assertWithinAvailable(account, amount, penalty)
    const debited = toCents(amount) + penalty
    const left = toCents(account.balance) - toCents(account.reserved) - debited
    return { penalty: centsToAmount(penalty), debited: centsToAmount(debited), left: centsToAmount(left) }
  })
