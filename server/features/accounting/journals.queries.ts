import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { getAccountingJournal, JournalRow, listJournals } from '#contract/accounting.ts'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type { ListPaging, ListSorting } from '#contract/core/list.ts'
import { journalCount } from '#rules/ledgers.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { isOneOfSql } from '#server/core/one-of.ts'
import { buildOrderBy, toPageWindow } from '#server/core/paging.ts'
import { fullNameSql } from '#server/core/person-name.ts'
import { selectJournalDetail } from '#server/domain/journal-detail.ts'

export type JournalFilters = ParsedRequest<typeof listJournals.count>['query']

const journalSorts: Record<(typeof listJournals.sortable)[number], string> = { bookingDate: 'j.booking_date' }

const ledgerIdSql = (code: string) => sql`(select id from ledger_account where code = ${code})`

/** What the journal `j` moved: all its debits; of one ledger account, what it moved there. */
const journalAmountSql = ({ ledger }: JournalFilters): RawBuilder<string> =>
  ledger
    ? sql`(select sum(p.amount) from posting p where p.journal_id = j.id and p.ledger = ${ledgerIdSql(ledger)})`
    : sql`(select sum(p.amount) from posting p where p.journal_id = j.id and p.amount > 0)`

/** Text as it stands, whatever it holds of what LIKE takes for a sign. */
const toLikePattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** The filters as conditions on `j`. */
const journalConditions = (filters: JournalFilters): RawBuilder<SqlBool> => {
  const { search, kind, ledger, from, to, amountFrom, amountTo, account, source, reversal } = filters
  const amount = sql`abs(${journalAmountSql(filters)})`
  const conditions = [
    sql`true`,
    ...(from ? [sql`j.booking_date >= ${from}::date`] : []),
    ...(to ? [sql`j.booking_date <= ${to}::date`] : []),
    ...(kind ? [isOneOfSql(sql`j.kind`, kind)] : []),
    ...(source ? [isOneOfSql(sql`j.source`, source)] : []),
    ...(search && /^\d{1,18}$/.test(search)
      ? [sql`(j.id = ${search}::bigint or j.description like ${toLikePattern(search)})`]
      : []),
    ...(search && !/^\d{1,18}$/.test(search) ? [sql`j.description ilike ${toLikePattern(search)}`] : []),
    ...(reversal === undefined ? [] : [sql`(j.reverses_id is not null) = ${reversal}`]),
    ...(ledger
      ? [sql`exists (select from posting p where p.journal_id = j.id and p.ledger = ${ledgerIdSql(ledger)})`]
      : []),
    ...(account
      ? [
          sql`j.id in (select p.journal_id from posting p join account a on a.id = p.account_id where a.number = ${account.toUpperCase()})`,
        ]
      : []),
    ...(amountFrom ? [sql`${amount} >= ${amountFrom}::numeric`] : []),
    ...(amountTo ? [sql`${amount} <= ${amountTo}::numeric`] : []),
  ]
  return sql`(${sql.join(conditions, sql` and `)})`
}

/** The shown rows of chosen journals. */
export const queryJournalRows = (
  { db }: Pick<Ctx, 'db'>,
  chosenJournals: RawBuilder<unknown>,
  filters: JournalFilters,
) =>
  db
    .selectFrom(sql<{ id: string }>`(${chosenJournals})`.as('x'))
    .innerJoin('journal as j', 'j.id', 'x.id')
    .leftJoinLateral(
      sql<{
        accountId: string
      }>`(select p.account_id from posting p where p.journal_id = j.id and p.account_id is not null order by p.line limit 1)`.as(
        'o',
      ),
      (join) => join.onTrue(),
    )
    .leftJoin('account as a', 'a.id', 'o.accountId')
    .leftJoin('client', 'client.id', 'a.clientId')
    .leftJoin(sql<{ userId: string; fullName: string }>`registry.people_named(null)`.as('n'), 'n.userId', 'j.createdBy')
    .select([
      'j.id',
      'j.bookingDate',
      'j.valueDate',
      'j.kind',
      'j.description',
      'j.source',
      'a.number as accountNumber',
    ])
    .select([
      sql<string | null>`case when client.id is not null then ${fullNameSql('client')} end`.as('clientName'),
      sql<string>`${journalAmountSql(filters)}::numeric(18, 2)`.as('amount'),
      sql<JournalRow['correction']>`case when j.reverses_id is not null then 'reversal'
        when exists (select from journal r where r.reverses_id = j.id) then 'reversed' end`.as('correction'),
      'n.fullName as byName',
    ])

/** One page: chosen in the index of the days, and the rest read for what is shown. */
export const findJournals = (ctx: Ctx, filters: JournalFilters, paging: ListPaging) => {
  const { offset, limit, backwards } = toPageWindow(paging)
  const chosenJournals = sql`select j.id from journal j where ${journalConditions(filters)}
    order by ${buildOrderBy(paging, journalSorts, 'j.id', backwards)} limit ${limit} offset ${offset}`
  return queryJournalRows(ctx, chosenJournals, filters)
    .orderBy(buildOrderBy(paging, journalSorts, 'j.id'))
    .execute()
}

/** What is kept by day answers how many there are in a span, of a kind, on a ledger account; undefined where more is asked. */
const countFromDailyTotalsSql = ({ from, to, kind, ledger, reversal, ...others }: JournalFilters) => {
  if (Object.values(others).some((value) => value !== undefined && value !== '')) return undefined
  const conditions = [
    sql`true`,
    ...(kind ? [isOneOfSql(sql`kind`, kind)] : []),
    ...(reversal === undefined ? [] : [sql`is_reversal = ${reversal}`]),
  ]
  // Ledger 0 are the journals themselves; what they moved stands with the ledger accounts, on both sides alike.
  const [counted, moved] = ledger
    ? [sql`true`, sql`debit - credit`]
    : [sql`ledger = ${sql.lit(journalCount)}`, sql`case when ledger <> ${sql.lit(journalCount)} then debit else 0 end`]
  return sql<JournalCount>`
    select coalesce(sum(journals) filter (where ${counted}), 0)::int as total, coalesce(sum(${moved}), 0)::numeric(18, 2)::text as amount
      from ledger_sums(${from ?? '-infinity'}, ${to ?? 'infinity'}, ${ledger ? ledgerIdSql(ledger) : null}) where ${sql.join(conditions, sql` and `)}`
}

const countMatchingJournalsSql = (filters: JournalFilters) => sql<JournalCount>`
  select count(*)::int as total, coalesce(sum(${journalAmountSql(filters)}), 0)::numeric(18, 2)::text as amount
    from journal j where ${journalConditions(filters)}`

type JournalCount = { total: number; amount: string }

/** How many match and what they moved, as their rows say; of one ledger account what they come to, so that its balance opens to the rows that make it. */
export const countJournals = async (ctx: Ctx, filters: JournalFilters) => {
  const { rows } = await (countFromDailyTotalsSql(filters) ?? countMatchingJournalsSql(filters)).execute(ctx.db)
  return rows[0]!
}

/** Everything that matches, for a file. */
export const queryAllJournals = (ctx: Ctx, filters: JournalFilters, sorting: ListSorting) => {
  const chosenJournals = sql`select j.id from journal j where ${journalConditions(filters)}`
  return queryJournalRows(ctx, chosenJournals, filters).orderBy(buildOrderBy(sorting, journalSorts, 'j.id'))
}

/** One journal, whomever it is about. */
export const findAccountingJournal = async (
  ctx: Ctx,
  { params: { journalId } }: ParsedRequest<typeof getAccountingJournal>,
): Promise<ResponseBody<typeof getAccountingJournal>> => {
  const journal = await selectJournalDetail(ctx, journalId, sql<SqlBool>`true`).select('j.source').executeTakeFirst()
  if (!journal) throw buildRefusal('notFound')
  const place = await ctx.db
    .selectFrom('posting as p')
    .innerJoin('account as a', 'a.id', 'p.accountId')
    .where('p.journalId', '=', journalId)
    .orderBy('p.line')
    .select(['a.clientId', 'p.accountId'])
    .limit(1)
    .executeTakeFirst()
  return { ...journal, place: place ? { clientId: place.clientId, accountId: place.accountId! } : null }
}
