import { type Kysely, sql } from 'kysely'
import type { OpeningQuote, OpeningTerms } from '#contract/openings.ts'
import type { DB } from '#db/types.ts'
import { addMonths, parseDay, toIsoDate } from '#rules/calendar.ts'
import { toCents } from '#rules/cents.ts'
import { calculateEffectiveRate } from '#rules/effective-rate.ts'
import { getAccrualEndDate } from '#rules/interest.ts'
import { calculateQuote } from '#rules/quote.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { findBonusLimit } from '#server/domain/bonus-limit.ts'
import { findClientsEligibility } from '#server/domain/client-eligibility.ts'
import { assertNoRelatedClients } from '#server/domain/conflict-of-interest.ts'
import { findTransferTarget } from '#server/domain/transfer-target.ts'
import { selectVisibleClients } from '#server/domain/visibility.ts'
import { findFutureHolders, findWithholdingLaw } from '#server/domain/withholding.ts'

/** '50.5' per cent in ten thousandths. */
const toShareUnits = (share: string): bigint => {
  const [whole = '0', part = ''] = share.split('.')
  return BigInt(whole) * 10_000n + BigInt(part.padEnd(4, '0'))
}

const assertOpeningHolders = async (
  db: Kysely<DB>,
  ctx: Pick<Ctx, 'scopes' | 'person' | 'businessDate'>,
  clientId: string,
  openingTerms: OpeningTerms,
) => {
  const ids = openingTerms.holders.map((holder) => holder.clientId)
  const seen = await selectVisibleClients({ db, scopes: ctx.scopes })
    .where('c.clientId', 'in', [clientId, ...ids])
    .select('c.clientId')
    .execute()
  const visible = new Set(seen.map((one) => one.clientId))
  if (![clientId, ...ids].every((id) => visible.has(id))) throw buildRefusal('notFound')
  await assertNoRelatedClients(db, ctx, [clientId, ...ids])
  const shares = openingTerms.holders.map(({ share }) => toShareUnits(share))
  const wrong =
    ids[0] !== clientId
      ? 'primary'
      : new Set(ids).size < ids.length
        ? 'twiceHolder'
        : shares.some((share) => share === 0n) || shares.reduce((sum, share) => sum + share, 0n) !== 1_000_000n
          ? 'hundred'
          : null
  if (wrong) throw buildRefusal('request.invalid', { fields: { holders: wrong } })
}

const findOfferedProduct = async (
  db: Kysely<DB>,
  businessDate: string,
  { productId, amount, termMonths }: OpeningTerms,
) => {
  const found = await db
    .selectFrom('product as p')
    .where('p.id', '=', productId)
    .where('p.onSale', '=', true)
    .where('p.family', '<>', 'current')
    .selectAll('p')
    .select(
      sql<string | null>`product_rate_on(p.id, ${businessDate}::date, ${amount}::numeric,
        coalesce(p.term_months, ${termMonths}::smallint))`.as('rate'),
    )
    .executeTakeFirst()
  if (!found) throw buildRefusal('request.invalid', { fields: { productId: 'notOnSale' } })
  return found
}

/** What is wrong with where the money is to be transferred to: nothing chosen, or what can't take the amount. */
const findTargetFault = async (
  db: Kysely<DB>,
  { instruction, transferProductId, amount }: Pick<OpeningTerms, 'instruction' | 'transferProductId' | 'amount'>,
) => {
  if (instruction !== 'transfer') return null
  if (transferProductId === null) return 'required'
  const target = await findTransferTarget(db, transferProductId)
  if (!target) return 'unknown'
  const cents = toCents(amount)
  if (cents < toCents(target.minimum)) return 'belowProduct'
  return target.maximum !== null && cents > toCents(target.maximum) ? 'overProduct' : null
}

const toMicroPoints = (points: string): bigint => {
  const [whole = '0', part = ''] = points.split('.')
  return BigInt(whole) * 1_000_000n + BigInt(part.padEnd(6, '0'))
}

/**
 * What is wanted, held against product, tariff and holders as they are today: the terms that it would have, and its quote. Throws 404 for a
 * client out of scope, and `request.invalid` with the field of what doesn't fit.
 */
export const examineOpening = async (
  db: Kysely<DB>,
  ctx: Omit<Ctx, 'db'>,
  clientId: string,
  openingTerms: OpeningTerms,
) => {
  await assertOpeningHolders(db, ctx, clientId, openingTerms)
  const product = await findOfferedProduct(db, ctx.businessDate, openingTerms)
  const amount = toCents(openingTerms.amount)
  const termMonths = product.termMonths ?? openingTerms.termMonths
  const target =
    termMonths === null
      ? null
      : await findTargetFault(db, {
          ...openingTerms,
          instruction: openingTerms.instruction ?? product.defaultInstruction,
        })
  const fields = {
    ...(target !== null && { transferProductId: target }),
    ...(amount < toCents(product.minimum) && { amount: 'belowProduct' }),
    ...(product.maximum !== null && amount > toCents(product.maximum) && { amount: 'overProduct' }),
    ...(product.accrues && product.rate === null && { amount: 'noRate' }),
    ...(!product.accrues && toMicroPoints(openingTerms.bonusRate) > 0n && { bonusRate: 'neverEarns' }),
  }
  if (Object.keys(fields).length > 0) throw buildRefusal('request.invalid', { fields })
  const [law, bonusLimit, verdicts] = await Promise.all([
    findWithholdingLaw(db, ctx.prefix),
    findBonusLimit(db, { role: ctx.person.role, businessDate: ctx.businessDate }),
    findClientsEligibility(
      db,
      openingTerms.holders.map((holder) => holder.clientId),
      ctx.businessDate,
    ),
  ])
  const openedOn = ctx.businessDate
  const terms = {
    basis: product.dayCount,
    rate: product.rate ?? '0.000000',
    bonusRate: Number(openingTerms.bonusRate).toFixed(6),
    openedOn,
    expiresOn: termMonths === null ? null : toIsoDate(addMonths(parseDay(openedOn), termMonths)),
    payout: product.payout,
    capitalised: product.capitalised,
    accrues: product.accrues,
    earnsUntilPaid: product.earnsUntilPaid,
    amount: openingTerms.amount,
  }
  const { rate, bonusRate, payout, capitalised, accrues } = terms
  const effectiveRate = accrues ? calculateEffectiveRate(terms, law.country) : null
  const quote: OpeningQuote = {
    rate,
    bonusRate,
    effectiveRate,
    openedOn,
    payout,
    capitalised,
    accrues,
    expiresOn: getAccrualEndDate(terms, law.country),
    ...calculateQuote(terms, law, await findFutureHolders(db, law, openingTerms.holders)),
    bonusLimit,
    needsApproval: toMicroPoints(bonusRate) > toMicroPoints(bonusLimit),
    verdict: verdicts.in,
  }
  return { product, termMonths, quote }
}
