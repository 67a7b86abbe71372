import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ContributionRow, listContributions } from '#contract/contributions.ts'
import type { ParsedRequest } from '#contract/core/endpoint.ts'
import type { ListPaging, ListSorting } from '#contract/core/list.ts'
import { ledgers } from '#rules/ledgers.ts'
import { toSearchNumber } from '#rules/search-text.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { isOneOfSql } from '#server/core/one-of.ts'
import { toPageWindow } from '#server/core/paging.ts'
import { fullNameSql } from '#server/core/person-name.ts'
import { hasFirmWideScope } from '#server/core/rights.ts'
import { matchesClientSearchRow, matchesClientText } from '#server/domain/client-text-search.ts'
import { confirmationOverdueDateSql } from '#server/domain/contribution-rules.ts'
import { selectVisibleClients } from '#server/domain/visibility.ts'

type ContributionFilters = ParsedRequest<typeof listContributions.count>['query']

/** What came from each client since ever: what is kept, and what came since it was. */
const clientContributionSumsSql = sql`(select client_id, source, lines, amount from client_contribution union all
  select client_id, source, lines, amount from contributions_since()) k`

/** What takes a contribution back came from where that had come from. */
const contributionSourceSql = sql<
  ContributionRow['source']
>`contribution_source(case when j.reverses_id is null then j.source
  else (select o.source from journal o where o.id = j.reverses_id) end)`

/** A number of an account as it is compared, with or without its dashes. */
const toAccountNumber = (search: string): string => toSearchNumber(search).toUpperCase()

/** The caller's clients who match the text; an account's whole number stands for its client. */
const queryMatchingClients = (ctx: Ctx, { search, account }: ContributionFilters) =>
  selectVisibleClients(ctx)
    .$if(!!account, (rows) =>
      rows.where('c.clientId', '=', sql<string>`(select o.client_id from account o where o.id = ${account})`),
    )
    .$if(!!search, (rows) =>
      rows.where(
        sql<SqlBool>`c.client_id in (select s.client_id from client_search s where ${matchesClientText(ctx, search!)}
          union all select o.client_id from account o where plain_number(o.number) = ${toAccountNumber(search!)})`,
      ),
    )

const dateRangeCondition = (column: string, { from, to }: ContributionFilters): RawBuilder<SqlBool> => {
  const day = sql.ref(column)
  return sql`${from ? sql`${day} >= ${from}::date` : sql`true`} and ${to ? sql`${day} <= ${to}::date` : sql`true`}`
}

const sourceCondition = ({ source: from }: ContributionFilters): RawBuilder<SqlBool> =>
  from ? isOneOfSql(contributionSourceSql, from) : sql`true`

/** What an account has to be, beside its client's. */
const accountCondition = (ctx: Ctx, { search, account }: ContributionFilters): RawBuilder<SqlBool> =>
  sql`${account ? sql`a.id = ${account}` : sql`true`} and ${
    search
      ? sql`(plain_number(a.number) = ${toAccountNumber(search)} or ${matchesClientSearchRow(matchesClientText(ctx, search))})`
      : sql`true`
  }`

/** Of so many clients each one's lines are looked at; among more, the next ones are close by in the order of the days. */
const maxFewClients = 1500

/**
 * The clients whose contributions alone they can be, as PostgreSQL writes an array; undefined where they are many. Asked beforehand: how often a
 * text occurs, and where money came from, is more than statistics tell.
 */
const findFewClientIds = async (ctx: Ctx, filters: ContributionFilters): Promise<string | undefined> => {
  const { search, account, source: from } = filters
  if (hasFirmWideScope(ctx) && !search && !account && !from) return undefined
  const reached = queryMatchingClients(ctx, filters).select('c.clientId')
  const some = from
    ? sql`select client_id from ${clientContributionSumsSql} where ${isOneOfSql(sql`source`, from)} and client_id in (${reached})`
    : reached
  const { rows } = await sql<{ ids: string; count: number }>`
    select coalesce(array_agg(client_id), '{}')::text as ids, count(*)::int as count
      from (${some} limit ${sql.lit(maxFewClients + 1)}) found`.execute(ctx.db)
  return rows[0]!.count <= maxFewClients ? rows[0]!.ids : undefined
}

type ChosenLine = { id: string; line: number; amount: string }
type PageWindow = { inOrder: (...columns: string[]) => RawBuilder<unknown>; limit: RawBuilder<unknown> }

/** Those of few clients: all their lines by account and day, of which the journals are looked up in the order asked for until there are enough. */
const contributionsOfClientsSql = (
  ctx: Ctx,
  filters: ContributionFilters,
  ids: string,
  { inOrder, limit }: PageWindow,
): RawBuilder<ChosenLine> => sql`
  select l.journal_id as id, l.line, l.amount from (
    select p.journal_id, p.line, p.booking_date, p.amount
      from (select distinct client_id from unnest(${ids}::bigint[]) client_id) c
      join account a on a.client_id = c.client_id
      join posting p on p.account_id = a.id and p.ledger = ${sql.lit(ledgers.capital)} and ${dateRangeCondition('p.booking_date', filters)}
     where ${accountCondition(ctx, filters)} ${inOrder('p.booking_date', 'p.journal_id', 'p.line')} offset 0) l
  cross join lateral (select from journal j where j.id = l.journal_id and j.kind = 'contribution' and ${sourceCondition(filters)} offset 0) j
  ${inOrder('l.booking_date', 'l.journal_id', 'l.line')} ${limit}`

/** Those of many clients: the contributions in the order asked for, of which each one's client is looked at until there are enough. */
const contributionsInOrderSql = (
  ctx: Ctx,
  filters: ContributionFilters,
  { inOrder, limit }: PageWindow,
): RawBuilder<ChosenLine> => {
  const visibleJoinSql = sql`join account a on a.id = l.account_id join (${selectVisibleClients(ctx).select('c.clientId')}) c on c.client_id = a.client_id
    where ${accountCondition(ctx, filters)}`
  return sql`
    select j.id, l.line, l.amount from (
      select j.id, j.booking_date from journal j
       where j.kind = 'contribution' and ${dateRangeCondition('j.booking_date', filters)} and ${sourceCondition(filters)}
       ${inOrder('j.booking_date', 'j.id')} offset 0) j
    cross join lateral (select p.line, p.amount, p.account_id from posting p where p.journal_id = j.id and p.ledger = ${sql.lit(ledgers.capital)} offset 0) l
    ${hasFirmWideScope(ctx) && !filters.search ? sql`` : visibleJoinSql}
    ${inOrder('j.booking_date', 'j.id', 'l.line')} ${limit}`
}

/** Those that nothing has confirmed: few, and kept by themselves. */
const unconfirmedContributionsSql = (
  ctx: Ctx,
  filters: ContributionFilters,
  { inOrder, limit }: PageWindow,
): RawBuilder<ChosenLine> => sql`
  select j.id, p.line, p.amount
    from unconfirmed_contribution u
    join posting p on p.journal_id = u.journal_id and p.account_id = u.account_id and p.ledger = ${sql.lit(ledgers.capital)}
    join journal j on j.id = u.journal_id
    join account a on a.id = u.account_id
    join (${queryMatchingClients(ctx, filters).select('c.clientId')}) c on c.client_id = a.client_id
   where ${accountCondition(ctx, filters)} and ${sourceCondition(filters)} and ${dateRangeCondition('j.booking_date', filters)}
     and ${filters.confirmation?.includes('unconfirmed') ? sql`true` : sql`u.noted_on < ${confirmationOverdueDateSql(ctx)}`}
  ${inOrder('j.booking_date', 'j.id', 'p.line')} ${limit}`

/** The shown rows of chosen lines: what is wide is read for these alone. */
const selectContributionRows = (ctx: Ctx, chosenLines: RawBuilder<ChosenLine>, direction: ListSorting['direction']) =>
  ctx.db
    .selectFrom(sql<ChosenLine>`(${chosenLines})`.as('x'))
    .innerJoin('journal as j', 'j.id', 'x.id')
    .innerJoin('posting as p', (join) => join.onRef('p.journalId', '=', 'x.id').onRef('p.line', '=', 'x.line'))
    .innerJoin('account as a', 'a.id', 'p.accountId')
    .innerJoin('client', 'client.id', 'a.clientId')
    .select(['j.id', 'j.bookingDate', 'j.valueDate', 'a.clientId', 'client.cvl as clientCvl', 'a.id as accountId'])
    .select(['a.number as accountNumber', contributionSourceSql.as('source'), fullNameSql('client').as('clientName')])
    .select([
      // What takes another back is called as that is.
      sql<string | null>`coalesce(j.description, (select o.description from journal o where o.id = j.reverses_id))`.as(
        'description',
      ),
      sql<string>`(-p.amount)::numeric(18, 2)`.as('amount'),
      sql<ContributionRow['correction']>`case when j.reverses_id is not null then 'reversal'
        when exists (select from journal r where r.reverses_id = j.id) then 'reversed' end`.as('correction'),
      sql<
        ContributionRow['confirmation']
      >`(select case when u.noted_on < ${confirmationOverdueDateSql(ctx)} then 'overdue' else 'unconfirmed' end
        from unconfirmed_contribution u where u.account_id = p.account_id and u.journal_id = j.id)`.as('confirmation'),
    ])
    .orderBy('j.bookingDate', direction)
    .orderBy('j.id', direction)
    .orderBy('p.line', direction)

/** One page, the newest first unless told otherwise. */
export const findContributions = async (
  ctx: Ctx,
  filters: ContributionFilters,
  paging: ListPaging,
): Promise<ContributionRow[]> => {
  const { direction } = paging
  const { offset, limit, backwards } = toPageWindow(paging)
  const way = sql.raw((direction === 'desc') === backwards ? 'asc' : 'desc')
  const pageWindow = {
    inOrder: (...columns: string[]) =>
      sql`order by ${sql.join(columns.map((column) => sql`${sql.ref(column)} ${way}`))}`,
    limit: sql`limit ${limit} offset ${offset}`,
  }
  if (filters.confirmation)
    return selectContributionRows(ctx, unconfirmedContributionsSql(ctx, filters, pageWindow), direction).execute()
  const few = await findFewClientIds(ctx, filters)
  const chosenLines =
    few === undefined
      ? contributionsInOrderSql(ctx, filters, pageWindow)
      : contributionsOfClientsSql(ctx, filters, few, pageWindow)
  return selectContributionRows(ctx, chosenLines, direction).execute()
}

/** All that match, by whatever way is the shortest to all of them. */
const queryMatchingContributions = (ctx: Ctx, filters: ContributionFilters) =>
  selectVisibleClients(ctx)
    .innerJoin('account as a', 'a.clientId', 'c.clientId')
    .innerJoin('posting as p', 'p.accountId', 'a.id')
    .innerJoin('journal as j', 'j.id', 'p.journalId')
    .where('p.ledger', '=', ledgers.capital)
    .where('j.kind', '=', 'contribution')
    // A journal and its lines have the same day. Said of both, those of few accounts are found by account and day.
    .where(
      sql<SqlBool>`${dateRangeCondition('j.booking_date', filters)} and ${dateRangeCondition('p.booking_date', filters)}`,
    )
    .where(sql<SqlBool>`${accountCondition(ctx, filters)} and ${sourceCondition(filters)}`)

type ContributionCount = { total: number; amount: string }

/** The whole firm's contributions of a span are kept by day: nobody adds up millions for them. */
const countFromTotalsSql = ({ from, to }: ContributionFilters) => sql<ContributionCount>`
  select coalesce(sum(lines), 0)::int as total, coalesce(sum(credit - debit), 0)::numeric(18, 2)::text as amount
    from ledger_sums(${from ?? '-infinity'}, ${to ?? 'infinity'}, 3) where kind = 'contribution'`

/** Those of all time are kept by client. */
const countByClientSql = (ctx: Ctx, filters: ContributionFilters) => sql<ContributionCount>`
  select coalesce(sum(lines), 0)::int as total, coalesce(sum(amount), 0)::numeric(18, 2)::text as amount
    from ${clientContributionSumsSql} where ${filters.source ? isOneOfSql(sql`source`, filters.source) : sql`true`}
     and client_id in (${queryMatchingClients(ctx, filters).select('c.clientId')})`

const unlimitedWindow: PageWindow = { inOrder: () => sql``, limit: sql`` }

const countLinesSql = (lines: RawBuilder<unknown>) => sql<ContributionCount>`
  select count(*)::int as total, coalesce(-sum(amount), 0)::numeric(18, 2)::text as amount from (${lines}) l`

const isAccountNumber = async ({ db }: Ctx, search: string | undefined): Promise<boolean> =>
  !!search &&
  !!(await db
    .selectFrom('account')
    .where(sql<SqlBool>`plain_number(number) = ${toAccountNumber(search)}`)
    .select('id')
    .executeTakeFirst())

const buildCountSql = async (ctx: Ctx, filters: ContributionFilters): Promise<RawBuilder<ContributionCount>> => {
  const { search, source: from, account, from: first, to } = filters
  if (filters.confirmation) return countLinesSql(unconfirmedContributionsSql(ctx, filters, unlimitedWindow))
  if (hasFirmWideScope(ctx) && !search && !from && !account) return countFromTotalsSql(filters)
  if (!account && !first && !to && !(await isAccountNumber(ctx, search))) return countByClientSql(ctx, filters)
  const few = await findFewClientIds(ctx, filters)
  return countLinesSql(
    few === undefined
      ? sql`${queryMatchingContributions(ctx, filters).select('p.amount')}`
      : contributionsOfClientsSql(ctx, filters, few, unlimitedWindow),
  )
}

export const countContributions = async (ctx: Ctx, filters: ContributionFilters) => {
  const { rows } = await (await buildCountSql(ctx, filters)).execute(ctx.db)
  return rows[0]!
}

export const queryAllContributions = (ctx: Ctx, filters: ContributionFilters, { direction }: ListSorting) =>
  selectContributionRows(
    ctx,
    filters.confirmation
      ? unconfirmedContributionsSql(ctx, filters, unlimitedWindow)
      : sql`${queryMatchingContributions(ctx, filters).select(['j.id', 'p.line', 'p.amount'])}`,
    direction,
  )
