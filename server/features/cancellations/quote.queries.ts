import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { CancellationQuote, getCancellation } from '#contract/cancellations.ts'
import type { Parsed } from '#contract/core/endpoint.ts'
import { asDecimal, centsOf, moneyOf } from '#rules/cents.ts'
import { penaltyOf, type Reckoned, reckon } from '#rules/leaving-figures.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import { fullName } from '#server/domain/client-columns.ts'
import { findEarning, termsOf } from '#server/domain/leaving.queries.ts'
import { seenHolder, stateOf, type TaxPart } from './live-quote.ts'

/** The name of a user of the firm, by one look at who works here. */
const nameOf = (column: string) =>
  sql<
    string | null
  >`(select n.full_name from registry.people_named(array[${sql.ref(column)}]) n where n.user_id = ${sql.ref(column)})`

const actionsOf = sql<(Omit<CancellationQuote['actions'][number], 'at'> & { at: string })[]>`coalesce((
  select json_agg(json_build_object('id', k.id::text, 'offer', k.offer, 'note', k.note, 'kept', k.kept, 'at', k.acted_at,
           'byName', ${nameOf('k.acted_by')}) order by k.id desc)
    from retention_action k where k.quote_id = q.id), '[]')`

/** The quote with names and what it is about, as far as the caller may see a holder; undefined where there is none. */
const findQuote = (ctx: Ctx, quoteId: string) =>
  ctx.db
    .selectFrom((eb) =>
      eb
        .selectFrom('cancellationQuote as q')
        .where('q.id', '=', quoteId)
        .selectAll()
        .select(seenHolder(ctx).as('seenId'))
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
      fullName('client').as('clientName'),
      stateOf(ctx.businessDate).as('standing'),
      nameOf('q.quotedBy').as('quotedByName'),
      nameOf('q.executedBy').as('executedByName'),
      actionsOf.as('actions'),
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
type Found = NonNullable<Awaited<ReturnType<typeof findQuote>>>

const difference = (one: string, other: string): string => asDecimal(millionths(one) - millionths(other), 8)
const millionths = (value: string): bigint => BigInt(value.replace('.', ''))

/** Line by line what the contract gives, and what it would have given: the same capital, so the same lines. */
const linesOf = ({ contract, penalised }: Reckoned): CancellationQuote['lines'] =>
  contract.lines.map((line, n) => {
    const less = penalised.lines[n]!.interest
    return { ...line, penalised: less, penalty: difference(line.interest, less) }
  })

const taxesOf = async (ctx: Ctx, parts: readonly TaxPart[]): Promise<CancellationQuote['taxes']> => {
  const ids = parts.map(({ clientId }) => clientId)
  const known = await ctx.db
    .selectFrom('client')
    .where('client.id', '=', sql<string>`any(${ids}::bigint[])`)
    .select(['client.id', fullName('client').as('name')])
    .execute()
  return parts.map(({ clientId, base, basis, rate, source, amount }) => ({
    ...{ base, basis, rate, source, amount },
    name: known.find(({ id }) => id === clientId)?.name ?? '–',
  }))
}

const sumsOf = (quote: Found) => {
  const gross = centsOf(quote.interest) + centsOf(quote.bonus)
  const posted = centsOf(quote.postedInterest) + centsOf(quote.postedBonus)
  const taxable = gross - posted - centsOf(quote.penalty)
  return {
    gross: moneyOf(gross),
    posted: moneyOf(posted),
    due: moneyOf(gross - posted),
    taxable: moneyOf(taxable > 0n ? taxable : 0n),
  }
}

/** One quote with all that explains it: the lines are reckoned anew from the books as they stood, which gives what was kept. */
export const findCancellation = async (
  ctx: Ctx,
  { params }: Pick<Parsed<typeof getCancellation>, 'params'>,
): Promise<CancellationQuote> => {
  const found = await findQuote(ctx, params.quoteId)
  if (!found) throw refuse('notFound')
  const earning = await findEarning(ctx.db, found.accountId, found.lastJournal)
  const reckoned = reckon({ ...earning, terms: termsOf(earning) }, found.quotedOn)
  const { standing: state, status, approvalId, executedAt, quotedAt, actions } = found
  const { penaltyPoints, rate, bonusRate, dayCount, openedOn, expiresOn } = earning
  const mayEdit = ctx.person.rights.may('bt_Cancelaciones', 'edit') && ctx.person.actingCvl === null
  const isFree = mayEdit && status === 'active' && approvalId === null
  const instant = (moment: string): string => new Date(moment).toISOString()
  return {
    ...found,
    ...{ penaltyPoints, rate, bonusRate, dayCount, openedOn, expiresOn, state, ...sumsOf(found) },
    quotedAt: instant(quotedAt),
    executedAt: executedAt && instant(executedAt),
    penaltyLimited: centsOf(found.penalty) < penaltyOf(reckoned),
    penalisedRate: reckoned.penalisedRate,
    lines: linesOf(reckoned),
    taxes: await taxesOf(ctx, found.taxParts as unknown as TaxPart[]),
    actions: actions.map((action) => ({ ...action, at: instant(action.at) })),
    mayExecute: isFree && state === 'open',
    mayRetain: isFree && (state === 'open' || state === 'expired'),
  }
}
