import type { CancellationEstimate, estimateCancellation as contract } from '#contract/cancellations.ts'
import type { Parsed } from '#contract/core/endpoint.ts'
import { centsOf, moneyOf } from '#rules/cents.ts'
import { figuresOf, leavingOn, penalisedRateOf } from '#rules/leaving-figures.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import { findLeaving } from '#server/domain/leaving.queries.ts'
import { visibleHoldings } from '#server/domain/visibility.ts'
import { findLaw } from '#server/domain/withholding.ts'

/** The account as far as it can be left on that day. Throws 404, `account.notActive`, `cancellation.matured`, `account.overdrawn`. */
const findAccount = async (ctx: Ctx, { params }: Parsed<typeof contract>, on: string) => {
  const account = await visibleHoldings(ctx)
    .innerJoin('account as a', 'a.id', 'h.accountId')
    .innerJoin('accountBalance as b', 'b.accountId', 'a.id')
    .where('c.clientId', '=', params.clientId)
    .where('a.id', '=', params.accountId)
    .select(['a.id', 'a.status', 'a.expiresOn', 'b.balance', 'b.reserved'])
    .executeTakeFirst()
  if (!account) throw refuse('notFound')
  if (account.status !== 'active') throw refuse('account.notActive')
  if (account.expiresOn !== null && account.expiresOn <= on) throw refuse('cancellation.matured')
  if (centsOf(account.balance) < 0n) throw refuse('account.overdrawn')
  return account
}

/** What leaving on a day would come to, as things stand; nothing is kept. A withdrawal under way doesn't keep anybody from asking. */
export const estimateCancellation = async (ctx: Ctx, input: Parsed<typeof contract>): Promise<CancellationEstimate> => {
  const on = input.query.on ?? ctx.businessDate
  if (on < ctx.businessDate) throw refuse('request.invalid', { fields: { on: 'past' } })
  const { id, reserved } = await findAccount(ctx, input, on)
  const law = await findLaw(ctx.db, ctx.prefix)
  const { leaving: today, paying } = await findLeaving(ctx.db, law, id)
  if (today.accrues && today.holders.length === 0) throw refuse('withholding.noHolder')
  const leaving = on === ctx.businessDate ? today : leavingOn(today, paying, law, on)
  const figures = figuresOf(leaving, law, on)
  if (!figures) throw refuse('account.overdrawn')
  const { interest, bonus, due, penalty, limited, taxable, withheld, net } = figures
  const gross = interest + bonus
  return {
    on,
    capital: moneyOf(leaving.capital),
    interest: moneyOf(interest),
    bonus: moneyOf(bonus),
    gross: moneyOf(gross),
    posted: moneyOf(gross - due),
    due: moneyOf(due),
    penalty: moneyOf(penalty),
    penaltyLimited: limited,
    taxable: moneyOf(taxable),
    withheld: moneyOf(withheld.total),
    net: moneyOf(net),
    reserved,
    rate: leaving.terms.rate,
    penaltyPoints: leaving.penaltyPoints,
    penalisedRate: penalisedRateOf(leaving.terms.rate, leaving.penaltyPoints),
  }
}
