import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { CancellationQuote, getCancellationQuote } from '#contract/cancellations.ts'
import type { ParsedRequest } from '#contract/core/endpoint.ts'
import { calculatePenalty, calculatePenaltyBasis, type PenaltyBasis } from '#rules/cancellation-figures.ts'
import { centsToAmount, formatScaledDecimal, toCents } from '#rules/cents.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { naturalNameSql, userNameSql } from '#server/core/person-name.ts'
import { readStoredJson } from '#server/core/stored-json.ts'
import { findInterestFacts, toInterestTerms } from '#server/domain/cancellation-account.queries.ts'
import { type QuotedTaxPart, quoteStateSql, visibleHolderSql } from './lock-quote.ts'
import { getQuoteActions } from './quote-actions.ts'

const retentionActionsSql = sql<(Omit<CancellationQuote['actions'][number], 'at'> & { at: string })[]>`coalesce((
  select json_agg(json_build_object('id', k.id::text, 'offer', k.offer, 'note', k.note, 'kept', k.kept, 'at', k.acted_at,
           'byName', ${userNameSql('k.acted_by')}) order by k.id desc)
    from retention_action k where k.quote_id = q.id), '[]')`

/** The quote with names and what it is about, as far as the caller may see a holder; undefined where there is none. */
const findQuote = (ctx: Ctx, quoteId: string) =>
  ctx.db
    .selectFrom((eb) =>
      eb
        .selectFrom('cancellationQuote as q')
        .where('q.id', '=', quoteId)
        .selectAll()
        .select(visibleHolderSql(ctx).as('seenId'))
        .as('q'),
    )
    .innerJoin('client', 'client.id', 'q.seenId')
    .innerJoin('account as a', 'a.id', 'q.accountId')
    .innerJoin('product as p', 'p.id', 'a.productId')
    .innerJoin('cancellationReason as r', 'r.id', 'q.reasonId')
    .selectAll('q')
    .select((eb) => [
      'a.number as accountNumber',
      'a.signature',
      'a.status',
      'p.name as productName',
      'r.name as reasonName',
      'client.id as clientId',
      'client.cvl as clientCvl',
      naturalNameSql('client').as('clientName'),
      quoteStateSql(ctx.businessDate).as('standing'),
      userNameSql('q.quotedBy').as('quotedByName'),
      userNameSql('q.executedBy').as('executedByName'),
      retentionActionsSql.as('actions'),
      jsonArrayFrom(
        eb
          .selectFrom('posting as l')
          .innerJoin('journal as j', 'j.id', 'l.journalId')
          .whereRef('l.accountId', '=', 'q.accountId')
          .whereRef('l.journalId', '<=', 'q.lastJournal')
          .where('j.kind', 'in', ['interest', 'bonus'])
          .select([
            sql<string>`j.id::text`.as('id'),
            sql<string>`j.value_date::text`.as<'valueDate'>(sql`"valueDate"`),
            sql<'interest' | 'bonus'>`j.kind`.as('kind'),
            sql<string>`(-l.amount)::text`.as('amount'),
          ])
          .orderBy('j.valueDate')
          .orderBy('j.id'),
      ).as('postings'),
    ])
    .executeTakeFirst()
type QuoteRecord = NonNullable<Awaited<ReturnType<typeof findQuote>>>

const subtractDecimals = (one: string, other: string): string =>
  formatScaledDecimal(parseScaledDecimal(one) - parseScaledDecimal(other), 8)
const parseScaledDecimal = (value: string): bigint => BigInt(value.replace('.', ''))

/** Line by line what the contract gives, and what it would have given: the same capital, so the same lines. */
const buildQuoteLines = ({ contract, penalised }: PenaltyBasis): CancellationQuote['lines'] =>
  contract.lines.map((line, n) => {
    const less = penalised.lines[n]!.interest
    return { ...line, penalised: less, penalty: subtractDecimals(line.interest, less) }
  })

const buildQuoteTaxes = async (ctx: Ctx, parts: readonly QuotedTaxPart[]): Promise<CancellationQuote['taxes']> => {
  const ids = parts.map(({ clientId }) => clientId)
  const clientNames = await ctx.db
    .selectFrom('client')
    .where('client.id', '=', sql<string>`any(${ids}::bigint[])`)
    .select(['client.id', naturalNameSql('client').as('name')])
    .execute()
  return parts.map(({ clientId, base, basis, rate, source, amount }) => ({
    base,
    basis,
    rate,
    source,
    amount,
    name: clientNames.find(({ id }) => id === clientId)?.name ?? '–',
  }))
}

const calculateQuoteSums = (quote: QuoteRecord) => {
  const gross = toCents(quote.interest) + toCents(quote.bonus)
  const posted = toCents(quote.postedInterest) + toCents(quote.postedBonus)
  const taxable = gross - posted - toCents(quote.penalty)
  return {
    gross: centsToAmount(gross),
    posted: centsToAmount(posted),
    due: centsToAmount(gross - posted),
    taxable: centsToAmount(taxable > 0n ? taxable : 0n),
  }
}

/** One quote with all that explains it: the lines are reckoned anew from the books as they stood, which gives what was kept. */
export const findCancellationQuote = async (
  ctx: Ctx,
  { params }: Pick<ParsedRequest<typeof getCancellationQuote>, 'params'>,
): Promise<CancellationQuote> => {
  const found = await findQuote(ctx, params.quoteId)
  if (!found) throw buildRefusal('notFound')
  const earning = await findInterestFacts(ctx.db, found.accountId, found.lastJournal)
  const reckoned = calculatePenaltyBasis({ ...earning, terms: toInterestTerms(earning) }, found.quotedOn)
  const { standing: state, status, approvalId, executedAt, quotedAt, actions } = found
  const { penaltyPoints, rate, bonusRate, dayCount, openedOn, expiresOn } = earning
  const mayEdit = ctx.person.rights.may('bt_Cancelaciones', 'edit') && ctx.person.actingCvl === null
  const instant = (moment: string): string => new Date(moment).toISOString()
  return {
    ...found,
    penaltyPoints,
    rate,
    bonusRate,
    dayCount,
    openedOn,
    expiresOn,
    state,
    ...calculateQuoteSums(found),
    quotedAt: instant(quotedAt),
    executedAt: executedAt && instant(executedAt),
    penaltyLimited: toCents(found.penalty) < calculatePenalty(reckoned),
    penalisedRate: reckoned.penalisedRate,
    lines: buildQuoteLines(reckoned),
    taxes: await buildQuoteTaxes(ctx, readStoredJson<QuotedTaxPart[]>(found.taxParts)),
    actions: actions.map((action) => ({ ...action, at: instant(action.at) })),
    ...getQuoteActions({ state, approvalId, isAccountActive: status === 'active' }, mayEdit),
  }
}
