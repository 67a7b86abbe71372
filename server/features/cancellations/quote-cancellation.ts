import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { quoteCancellation as contract } from '#contract/cancellations.ts'
import type { Answer, Parsed } from '#contract/core/endpoint.ts'
import type { DB } from '#db/types.ts'
import { centsOf, moneyOf } from '#rules/cents.ts'
import { type Figures, figuresOf } from '#rules/leaving-figures.ts'
import { audit } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import type { Raw } from '#server/core/serve.ts'
import { endApproval, lockApproval } from '#server/domain/approvals.ts'
import { findLeaving } from '#server/domain/leaving.queries.ts'
import { lockVisibleAccount } from '#server/domain/lock-account.ts'
import { findLaw } from '#server/domain/withholding.ts'
import { stateOf, type TaxPart } from './live-quote.ts'

type Account = Awaited<ReturnType<typeof lockVisibleAccount>>

const refuseUnlessMayLeave = (account: Account, { body }: Parsed<typeof contract>, today: string): void => {
  if (account.status !== 'active') throw refuse('account.notActive')
  if (account.expiresOn !== null && account.expiresOn <= today) throw refuse('cancellation.matured')
  if (centsOf(account.reserved) !== 0n) throw refuse('cancellation.reserved')
  if (centsOf(account.balance) < 0n) throw refuse('account.overdrawn')
  if (body.amount !== undefined && centsOf(body.amount) !== centsOf(account.balance))
    throw refuse('cancellation.partial', { fields: { amount: 'partial' } })
}

const refuseUnknownReason = async (tx: Kysely<DB>, id: string): Promise<void> => {
  const reason = await tx
    .selectFrom('cancellationReason')
    .where('id', '=', id)
    .select('id')
    .forKeyShare()
    .executeTakeFirst()
  if (!reason) throw refuse('request.invalid', { fields: { reasonId: 'unknown' } })
}

/** The quote of the account that waits for a second person, and whether it is still good. */
const findWaiting = (tx: Kysely<DB>, accountId: string, today: string) =>
  tx
    .selectFrom('cancellationQuote as q')
    .where('q.accountId', '=', accountId)
    .where('q.approvalId', 'is not', null)
    .where('q.state', '=', 'open')
    .select(['q.id', 'q.approvalId', stateOf(today).as('standing')])
    .executeTakeFirst()

/** Nobody can agree to a quote that is over any more: whoever asks for another one doesn't wait for them. One that is good is waited for. */
const endWaiting = async (tx: Kysely<DB>, ctx: Ctx, accountId: string, lockedId: string | null, now: number) => {
  const waiting = await findWaiting(tx, accountId, ctx.businessDate)
  if (!waiting) return
  if (lockedId === null || waiting.standing === 'open' || waiting.approvalId !== lockedId)
    throw refuse('cancellation.waits')
  await endApproval(tx, ctx, lockedId, now)
  const free = { approvalId: null, executionKey: null }
  await tx.updateTable('cancellationQuote').set(free).where('id', '=', waiting.id).execute()
}

const columnsOf = ({ interest, bonus, penalty, withheld, net }: Figures) => ({
  interest: moneyOf(interest),
  bonus: moneyOf(bonus),
  penalty: moneyOf(penalty),
  withheld: moneyOf(withheld.total),
  net: moneyOf(net),
  taxParts: JSON.stringify(
    withheld.parts.map(
      ({ clientId, base, basis, rate, region, source, amount, country }): TaxPart => ({
        ...{ clientId, basis, rate, region, source, country },
        base: moneyOf(base),
        amount: moneyOf(amount),
      }),
    ),
  ),
})

/** Keeps what leaving today would come to. It takes the place of what was quoted on the account before. */
export const quoteCancellation = (
  ctx: Ctx,
  input: Parsed<typeof contract>,
  { serving }: Raw,
): Promise<Answer<typeof contract>> =>
  ctx.db.transaction().execute(async (tx) => {
    const { params, body } = input
    const waiting = await findWaiting(tx, params.accountId, ctx.businessDate)
    await lockApproval(tx, waiting?.approvalId ?? null)
    const account = await lockVisibleAccount(tx, ctx, params)
    refuseUnlessMayLeave(account, input, ctx.businessDate)
    await refuseUnknownReason(tx, body.reasonId)
    await endWaiting(tx, ctx, account.id, waiting?.approvalId ?? null, serving.clock())
    const law = await findLaw(tx, ctx.prefix)
    const { leaving, lastJournal } = await findLeaving(tx, law, account.id)
    if (leaving.accrues && leaving.holders.length === 0) throw refuse('withholding.noHolder')
    const figures = figuresOf(leaving, law, ctx.businessDate)
    if (!figures) throw refuse('account.overdrawn')
    await tx
      .updateTable('cancellationQuote')
      .set({ state: 'expired' })
      .where('accountId', '=', account.id)
      .where('state', '=', 'open')
      .execute()
    const { id } = await tx
      .insertInto('cancellationQuote')
      .values({
        ...{ accountId: account.id, reasonId: body.reasonId, note: body.note, lastJournal },
        ...{ quotedOn: ctx.businessDate, quotedAt: new Date(serving.clock()).toISOString() },
        ...{ quotedBy: ctx.person.userId, capital: moneyOf(leaving.capital) },
        ...{ postedInterest: moneyOf(leaving.posted.interest), postedBonus: moneyOf(leaving.posted.bonus) },
        ...columnsOf(figures),
      })
      .returning(sql<string>`id::text`.as('id'))
      .executeTakeFirstOrThrow()
    await audit(tx, ctx, {
      action: 'cancellation.quoted',
      entity: 'cancellation',
      entityId: id,
      after: { account: account.number, net: moneyOf(figures.net), penalty: moneyOf(figures.penalty) },
    })
    return { quoteId: id }
  })
