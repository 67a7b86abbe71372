import { type SqlBool, sql } from 'kysely'
import type { Parsed } from '#contract/core/endpoint.ts'
import type { Sorting } from '#contract/core/list.ts'
import type { ContributionRow, listContributions } from '#contract/money-in.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { orderBy, pageOf } from '#server/core/paging.ts'
import { isFirmWide } from '#server/core/rights.ts'
import { fullName } from '#server/domain/client-columns.ts'
import { isMatch, matchesAll } from '#server/domain/client-text.ts'
import { visibleClients } from '#server/domain/visibility.ts'

type Filters = Parsed<typeof listContributions.count>['query']

const sortColumns: Record<(typeof listContributions.sortable)[number], string> = { bookingDate: 'j.booking_date' }

/** What takes a contribution back came from where that had come from. */
const source = sql<
  ContributionRow['source']
>`(select case when o.source in ('manual', 'statement', 'import') then o.source else 'other' end
  from journal o where o.id = coalesce(j.reverses_id, j.id))`

const matching = (ctx: Ctx, { search, source: from, account, from: first, to }: Filters) =>
  visibleClients(ctx)
    .innerJoin('account as a', 'a.clientId', 'c.clientId')
    .innerJoin('posting as p', 'p.accountId', 'a.id')
    .innerJoin('journal as j', 'j.id', 'p.journalId')
    .where('p.ledger', '=', 3)
    .where('j.kind', '=', 'contribution')
    // A journal and its lines have the same day. Said of both, those of few accounts are found by account and day.
    .$if(!!first, (rows) => rows.where('j.bookingDate', '>=', first!).where('p.bookingDate', '>=', first!))
    .$if(!!to, (rows) => rows.where('j.bookingDate', '<=', to!).where('p.bookingDate', '<=', to!))
    .$if(!!account, (rows) => rows.where('a.id', '=', account!))
    .$if(!!from, (rows) => rows.where(source, '=', from!))
    .$if(!!search, (rows) =>
      rows.where(sql<SqlBool>`(upper(${search!}) = a.number or ${isMatch(matchesAll(ctx, search!))})`),
    )

const shown = (ctx: Ctx, filters: Filters) =>
  matching(ctx, filters)
    .innerJoin('client', 'client.id', 'c.clientId')
    .select(['j.id', 'j.bookingDate', 'j.valueDate', 'c.clientId', 'client.cvl as clientCvl', 'a.id as accountId'])
    .select(['a.number as accountNumber', 'j.description', source.as('source'), fullName('client').as('clientName')])
    .select([
      sql<string>`(-p.amount)::numeric(18, 2)`.as('amount'),
      sql<ContributionRow['correction']>`case when j.reverses_id is not null then 'reversal'
        when exists (select from journal r where r.reverses_id = j.id) then 'reversed' end`.as('correction'),
    ])

/** One page, the newest first unless told otherwise. */
export const findContributions = async (
  ctx: Ctx,
  { page, pageSize, knownTotal, sort, direction, ...filters }: Parsed<typeof listContributions.page>['query'],
): Promise<{ rows: ContributionRow[] }> => {
  const paging = { page, pageSize, knownTotal, sort, direction }
  return { rows: await pageOf(shown(ctx, filters), paging, sortColumns, 'j.id') }
}

type Counted = { total: number; amount: string }

/** The whole firm's contributions of a span are kept by day: nobody adds up millions for them. */
const countKept = ({ from, to }: Filters) => sql<Counted>`
  select coalesce(sum(lines), 0)::int as total, coalesce(sum(credit - debit), 0)::numeric(18, 2)::text as amount
    from ledger_sums(${from ?? '-infinity'}, ${to ?? 'infinity'}, 3) where kind = 'contribution'`

const countEach = (ctx: Ctx, filters: Filters) =>
  matching(ctx, filters).select([
    sql<number>`count(*)::int`.as('total'),
    sql<string>`coalesce(-sum(p.amount), 0)::numeric(18, 2)`.as('amount'),
  ])

export const countContributions = async (ctx: Ctx, filters: Filters) => {
  const { search, source: from, account } = filters
  const whole = isFirmWide(ctx) && !search && !from && !account
  const { total, amount } = whole
    ? (await countKept(filters).execute(ctx.db)).rows[0]!
    : await countEach(ctx, filters).executeTakeFirstOrThrow()
  return { total, totals: { amount } }
}

export const allContributions = (ctx: Ctx, { sort, direction, ...filters }: Filters & Sorting) =>
  shown(ctx, filters).orderBy(orderBy({ sort, direction }, sortColumns, 'j.id'))
