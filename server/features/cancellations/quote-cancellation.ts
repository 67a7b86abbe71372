import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type * as contract from '#contract/cancellations.ts'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type { DB } from '#db/types.ts'
import { type CancellationFigures, calculateCancellation } from '#rules/cancellation-figures.ts'
import { centsToAmount, toCents } from '#rules/cents.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { endApproval, lockApproval } from '#server/domain/approvals.ts'
import { findCancellationAccount } from '#server/domain/cancellation-account.queries.ts'
import { lockVisibleAccount } from '#server/domain/lock-account.ts'
import { findWithholdingLaw } from '#server/domain/withholding.ts'
import { type QuotedTaxPart, quoteStateSql } from './lock-quote.ts'

type LockedVisibleAccount = Awaited<ReturnType<typeof lockVisibleAccount>>

const assertCancellable = (
  account: LockedVisibleAccount,
  { body }: ParsedRequest<typeof contract.quoteCancellation>,
  today: string,
): void => {
  if (account.status !== 'active') throw buildRefusal('account.notActive')
  if (account.expiresOn !== null && account.expiresOn <= today) throw buildRefusal('cancellation.matured')
  if (toCents(account.reserved) !== 0n) throw buildRefusal('cancellation.reserved')
  if (toCents(account.balance) < 0n) throw buildRefusal('account.overdrawn')
  if (body.amount !== undefined && toCents(body.amount) !== toCents(account.balance))
    throw buildRefusal('cancellation.partial', { fields: { amount: 'partial' } })
}

const assertKnownReason = async (tx: Kysely<DB>, id: string): Promise<void> => {
  const reason = await tx
    .selectFrom('cancellationReason')
    .where('id', '=', id)
    .select('id')
    .forKeyShare()
    .executeTakeFirst()
  if (!reason) throw buildRefusal('request.invalid', { fields: { reasonId: 'unknown' } })
}

/** The quote of the account that waits for a second person, and whether it is still good. */
const findPendingQuote = (tx: Kysely<DB>, accountId: string, today: string) =>
  tx
    .selectFrom('cancellationQuote as q')
    .where('q.accountId', '=', accountId)
    .where('q.approvalId', 'is not', null)
    .where('q.state', '=', 'open')
    .select(['q.id', 'q.approvalId', quoteStateSql(today).as('standing')])
    .executeTakeFirst()

/** Nobody can agree to a quote that is over any more: whoever asks for another one doesn't wait for them. One that is good is waited for. */
const endPendingQuote = async (tx: Kysely<DB>, ctx: Ctx, accountId: string, lockedId: string | null, now: number) => {
  const pendingQuote = await findPendingQuote(tx, accountId, ctx.businessDate)
  if (!pendingQuote) return
  if (lockedId === null || pendingQuote.standing === 'open' || pendingQuote.approvalId !== lockedId)
    throw buildRefusal('cancellation.waits')
  await endApproval(tx, ctx, lockedId, now)
  const free = { approvalId: null, executionKey: null }
  await tx.updateTable('cancellationQuote').set(free).where('id', '=', pendingQuote.id).execute()
}

const toQuoteColumns = ({ interest, bonus, penalty, withheld, net }: CancellationFigures) => ({
  interest: centsToAmount(interest),
  bonus: centsToAmount(bonus),
  penalty: centsToAmount(penalty),
  withheld: centsToAmount(withheld.total),
  net: centsToAmount(net),
  taxParts: JSON.stringify(
    withheld.parts.map(
      ({ clientId, base, basis, rate, region, source, amount, country }): QuotedTaxPart => ({
        clientId,
        basis,
        rate,
        region,
        source,
        country,
        base: centsToAmount(base),
        amount: centsToAmount(amount),
      }),
    ),
  ),
})

/**
 * Keeps what leaving today would come to. It takes the place of what was quoted on the account before.
 * See docs/decisions/0053-early-cancellation.md
 */
export const quoteCancellation = (
  ctx: Ctx,
  input: ParsedRequest<typeof contract.quoteCancellation>,
  { deps }: HttpContext,
): Promise<ResponseBody<typeof contract.quoteCancellation>> =>
  ctx.db.transaction().execute(async (tx) => {
    const { params, body } = input
    const pendingQuote = await findPendingQuote(tx, params.accountId, ctx.businessDate)
    await lockApproval(tx, pendingQuote?.approvalId ?? null)
    const account = await lockVisibleAccount(tx, ctx, params)
    assertCancellable(account, input, ctx.businessDate)
    await assertKnownReason(tx, body.reasonId)
    await endPendingQuote(tx, ctx, account.id, pendingQuote?.approvalId ?? null, deps.clock())
    const law = await findWithholdingLaw(tx, ctx.prefix)
    const { leaving, lastJournal } = await findCancellationAccount(tx, law, account.id)
    if (leaving.accrues && leaving.holders.length === 0) throw buildRefusal('withholding.noHolder')
    const figures = calculateCancellation(leaving, law, ctx.businessDate)
    if (!figures) throw buildRefusal('account.overdrawn')
    await tx
      .updateTable('cancellationQuote')
      .set({ state: 'expired' })
      .where('accountId', '=', account.id)
      .where('state', '=', 'open')
      .execute()
    const { id } = await tx
      .insertInto('cancellationQuote')
      .values({
        accountId: account.id,
        reasonId: body.reasonId,
        note: body.note,
        lastJournal,
        quotedOn: ctx.businessDate,
        quotedAt: new Date(deps.clock()).toISOString(),
        quotedBy: ctx.person.userId,
        capital: centsToAmount(leaving.capital),
        postedInterest: centsToAmount(leaving.posted.interest),
        postedBonus: centsToAmount(leaving.posted.bonus),
        ...toQuoteColumns(figures),
      })
      .returning(sql<string>`id::text`.as('id'))
      .executeTakeFirstOrThrow()
    await recordAuditEvent(tx, ctx, {
      action: 'cancellation.quoted',
      entity: 'cancellation',
      entityId: id,
      after: { account: account.number, net: centsToAmount(figures.net), penalty: centsToAmount(figures.penalty) },
    })
    return { quoteId: id }
  })
