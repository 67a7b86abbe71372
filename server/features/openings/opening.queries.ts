import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type { getOpening, getOpeningOptions, OpeningDetail, OpeningTerms } from '#contract/openings.ts'
import { centsToAmount, toCents } from '#rules/cents.ts'
import { RefusalError } from '#rules/refusal-error.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { naturalNameSql } from '#server/core/person-name.ts'
import { findBonusLimit } from '#server/domain/bonus-limit.ts'
import { isDepositBlocked } from '#server/domain/client-eligibility.ts'
import { selectVisibleClients, selectVisibleHoldings } from '#server/domain/visibility.ts'
import { examineOpening } from './examine-opening.ts'

/** Products on sale, and how much bonus the caller may give. */
export const findOpeningOptions = async (
  ctx: Ctx,
  { params }: ParsedRequest<typeof getOpeningOptions>,
): Promise<ResponseBody<typeof getOpeningOptions>> => {
  const [client, products, bonusLimit] = await Promise.all([
    selectVisibleClients(ctx)
      .innerJoin('client', 'client.id', 'c.clientId')
      .where('c.clientId', '=', params.clientId)
      // As a page says it, and as the holders of a draft are named.
      .select(sql<string>`${naturalNameSql('client')}`.as('clientName'))
      .executeTakeFirst(),
    ctx.db
      .selectFrom('product as p')
      .where('p.onSale', '=', true)
      .where('p.family', '<>', 'current')
      .select([
        'p.id',
        'p.name',
        'p.family',
        'p.minimum',
        'p.maximum',
        'p.termMonths',
        'p.accrues',
        'p.defaultInstruction',
      ])
      .orderBy('p.name')
      .orderBy('p.id')
      .execute(),
    findBonusLimit(ctx.db, { role: ctx.person.role, businessDate: ctx.businessDate }),
  ])
  if (!client) throw buildRefusal('notFound')
  return { clientName: client.clientName, products, bonusLimit }
}

/** What an account on its way waits for. Needs `a`. */
export const openingWaitsForSql = (businessDate: string) =>
  sql<
    OpeningDetail['waitsFor']
  >`case when a.approval_id is not null then 'approval' when ${isDepositBlocked(businessDate)} then 'documents'
    when a.status = 'draft' then 'submission' else 'money' end`

/** What doesn't fit any more (the product is off sale) has no quote; everything else is a fault. */
const findQuoteOrNull = async (ctx: Ctx, clientId: string, terms: OpeningTerms): Promise<OpeningDetail['quote']> => {
  try {
    return (await examineOpening(ctx.db, ctx, clientId, terms)).quote
  } catch (error) {
    if (error instanceof RefusalError) return null
    throw error
  }
}

/** The account on its way, with its holders as far as the caller sees them; 404 for any other. */
const findOpeningRow = async (ctx: Ctx, { clientId, accountId }: { clientId: string; accountId: string }) => {
  const found = await selectVisibleHoldings(ctx)
    .innerJoin('account as a', 'a.id', 'h.accountId')
    .innerJoin('product as p', 'p.id', 'a.productId')
    .innerJoin('accountBalance as b', 'b.accountId', 'a.id')
    .where('c.clientId', '=', clientId)
    .where('a.id', '=', accountId)
    .where('a.status', 'in', ['draft', 'pending'])
    .select((eb) => [
      'a.id as accountId',
      'a.clientId',
      'a.version',
      'a.status',
      'a.productId',
      'p.name as productName',
      'p.minimum',
      sql<string>`coalesce(a.agreed_amount, 0)::numeric(18, 2)`.as('amount'),
      'a.termMonths',
      'a.bonusRate',
      'a.instruction',
      'a.transferProductId',
      'a.signature',
      'a.offerUntil',
      'a.approvalId',
      'b.principal as received',
      openingWaitsForSql(ctx.businessDate).as('waitsFor'),
      jsonArrayFrom(
        eb
          .selectFrom('accountHolder as held')
          .innerJoin('client as o', 'o.id', 'held.clientId')
          .leftJoin(selectVisibleClients(ctx).select('c.clientId').as('seen'), 'seen.clientId', 'held.clientId')
          .whereRef('held.accountId', '=', 'a.id')
          .where('held.role', '<>', 'authorised')
          .select([
            sql<string | null>`seen.client_id::text`.as<'clientId'>(sql`"clientId"`),
            sql<string | null>`case when seen.client_id is not null then held.share::text end`.as('share'),
            sql<string>`${naturalNameSql('o')}`.as('name'),
            sql<string | null>`case when seen.client_id is not null then o.cvl end`.as('cvl'),
          ])
          .orderBy('held.role')
          .orderBy('o.id'),
      ).as('holders'),
    ])
    .executeTakeFirst()
  if (!found) throw buildRefusal('notFound')
  return found
}

/** An account on its way, with its quote of today; 404 for any other. */
export const findOpening = async (ctx: Ctx, { params }: ParsedRequest<typeof getOpening>): Promise<OpeningDetail> => {
  const found = await findOpeningRow(ctx, params)
  const { holders, amount, received, waitsFor, offerUntil } = found
  const terms = {
    productId: found.productId,
    amount,
    termMonths: found.termMonths,
    bonusRate: found.bonusRate,
    instruction: found.instruction,
    transferProductId: found.transferProductId,
    signature: found.signature,
  }
  const missing = toCents(amount) - toCents(received)
  const some = toCents(received) > 0n && missing > 0n
  const seen = holders.flatMap(({ clientId, share }) => (clientId && share ? [{ clientId, share }] : []))
  return {
    accountId: found.accountId,
    version: found.version,
    waitsFor,
    wanted: terms,
    holders,
    productName: found.productName,
    received,
    offerUntil,
    approvalId: found.approvalId,
    missing: centsToAmount(missing > 0n ? missing : 0n),
    late: offerUntil !== null && offerUntil < ctx.businessDate,
    mayOpenWithReceived: some && waitsFor === 'money' && toCents(received) >= toCents(found.minimum),
    quote:
      seen.length < holders.length ? null : await findQuoteOrNull(ctx, found.clientId, { ...terms, holders: seen }),
  }
}
