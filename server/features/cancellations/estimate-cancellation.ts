import type * as contract from '#contract/cancellations.ts'
import type { ParsedRequest } from '#contract/core/endpoint.ts'
import { addMonths, parseDay } from '#rules/calendar.ts'
import {
  calculateCancellation,
  calculatePenalisedRate,
  projectCancellationAccount,
} from '#rules/cancellation-figures.ts'
import { centsToAmount, toCents } from '#rules/cents.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { findCancellationAccount } from '#server/domain/cancellation-account.queries.ts'
import { selectVisibleHoldings } from '#server/domain/visibility.ts'
import { findWithholdingLaw } from '#server/domain/withholding.ts'

/** No product has a longer term. Without an end of its own, an account would be reckoned payout by payout for as long as is asked. */
const maxMonthsAhead = 600

/** The account as far as it can be left on that day. Throws 404, `account.notActive`, `cancellation.matured`, `account.overdrawn`. */
const findEstimableAccount = async (
  ctx: Ctx,
  { params }: ParsedRequest<typeof contract.estimateCancellation>,
  on: string,
) => {
  const account = await selectVisibleHoldings(ctx)
    .innerJoin('account as a', 'a.id', 'h.accountId')
    .innerJoin('accountBalance as b', 'b.accountId', 'a.id')
    .where('c.clientId', '=', params.clientId)
    .where('a.id', '=', params.accountId)
    .select(['a.id', 'a.status', 'a.expiresOn', 'b.balance', 'b.reserved'])
    .executeTakeFirst()
  if (!account) throw buildRefusal('notFound')
  if (account.status !== 'active') throw buildRefusal('account.notActive')
  if (account.expiresOn !== null && account.expiresOn <= on) throw buildRefusal('cancellation.matured')
  if (toCents(account.balance) < 0n) throw buildRefusal('account.overdrawn')
  return account
}

/** What leaving on a day would come to, as things stand; nothing is kept. A withdrawal under way doesn't keep anybody from asking. */
export const estimateCancellation = async (
  ctx: Ctx,
  input: ParsedRequest<typeof contract.estimateCancellation>,
): Promise<contract.CancellationEstimate> => {
  const on = input.query.on ?? ctx.businessDate
  if (parseDay(on) > addMonths(parseDay(ctx.businessDate), maxMonthsAhead))
    throw buildRefusal('request.invalid', { fields: { on: 'tooFarAhead' } })
  if (on < ctx.businessDate) throw buildRefusal('request.invalid', { fields: { on: 'past' } })
  const { id, reserved } = await findEstimableAccount(ctx, input, on)
  const law = await findWithholdingLaw(ctx.db, ctx.prefix)
  const { leaving: today, paying } = await findCancellationAccount(ctx.db, law, id)
  if (today.accrues && today.holders.length === 0) throw buildRefusal('withholding.noHolder')
  const leaving = on === ctx.businessDate ? today : projectCancellationAccount(today, paying, law, on)
  const figures = calculateCancellation(leaving, law, on)
  if (!figures) throw buildRefusal('account.overdrawn')
  const { interest, bonus, due, penalty, limited, taxable, withheld, net } = figures
  const gross = interest + bonus
  return {
    on,
    capital: centsToAmount(leaving.capital),
    interest: centsToAmount(interest),
    bonus: centsToAmount(bonus),
    gross: centsToAmount(gross),
    posted: centsToAmount(gross - due),
    due: centsToAmount(due),
    penalty: centsToAmount(penalty),
    penaltyLimited: limited,
    taxable: centsToAmount(taxable),
    withheld: centsToAmount(withheld.total),
    net: centsToAmount(net),
    reserved,
    rate: leaving.terms.rate,
    penaltyPoints: leaving.penaltyPoints,
    penalisedRate: calculatePenalisedRate(leaving.terms.rate, leaving.penaltyPoints),
  }
}
