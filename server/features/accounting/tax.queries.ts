import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type {
  getClientWithholding,
  getTaxSummary,
  getWithholdingReconciliation,
  listTaxSummaries,
  TaxForm,
  TaxSummaryRow,
} from '#contract/accounting/taxes.ts'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type { ListPaging, ListSorting } from '#contract/core/list.ts'
import { tenantFacts } from '#contract/core/tenants.ts'
import type { DB } from '#db/types.ts'
import { formatScaledDecimal, toCents } from '#rules/cents.ts'
import { ledgers } from '#rules/ledgers.ts'
import { residenceCountrySql, taxFormSql } from '#rules/tax-form.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { isOneOfSql } from '#server/core/one-of.ts'
import { buildOrderBy, type PageWindow, toPageWindow } from '#server/core/paging.ts'
import { fullNameSql } from '#server/core/person-name.ts'
import { matchesClientText } from '#server/domain/client-text-search.ts'
import { selectVisibleClients } from '#server/domain/visibility.ts'
import { findWithholdingPayer } from '#server/domain/withholding.ts'

export type TaxFilters = ParsedRequest<typeof listTaxSummaries.count>['query']

/** The return that a part belongs to. */
export const findTaxFormSql = async ({ db, prefix }: Pick<Ctx, 'db' | 'prefix'>): Promise<RawBuilder<TaxForm>> =>
  sql.raw<TaxForm>(taxFormSql(tenantFacts[prefix].country, await findWithholdingPayer(db)))

/** What of a part a rate was applied to. */
const taxableBaseSql = sql`case when w.basis = 'interest' and w.rate > 0 then w.base else 0 end`
const moneyTextSql = (sum: RawBuilder<unknown>) => sql<string>`coalesce(${sum}, 0)::numeric(18, 2)::text`
/** Gross, base and withheld of a group of parts. */
export const taxSumColumns = [
  moneyTextSql(sql`sum(w.base)`).as('gross'),
  moneyTextSql(sql`sum(${taxableBaseSql})`).as('base'),
  moneyTextSql(sql`sum(w.amount)`).as('withheld'),
]

/** The year asked for, or this one. */
export const parseTaxYear = ({ businessDate }: Pick<Ctx, 'businessDate'>, requestedYear: string | undefined): number =>
  Number(requestedYear ?? businessDate.slice(0, 4))
export const inYearCondition = (column: string, year: number): RawBuilder<SqlBool> =>
  sql`${sql.ref(column)} between ${`${year}-01-01`}::date and ${`${year}-12-31`}::date`

/** Whether the part `w` is of that client, or of a record that was merged with theirs. */
export const isWithheldFromSql = (clientId: RawBuilder<unknown>) =>
  sql<SqlBool>`w.client_id = any(array(select ${clientId} union all select merged.id from client merged where merged.merged_into_id = ${clientId}))`

/** Parts with what their form follows from; those of a merged record count for the client whom it leads to. */
export const queryWithholdingParts = (db: Kysely<DB>) =>
  db
    .selectFrom('withholdingPart as w')
    .innerJoin('account', 'account.id', 'w.accountId')
    .innerJoin('product', 'product.id', 'account.productId')
    .innerJoin('client as named', 'named.id', 'w.clientId')
    .innerJoin('client', (join) => join.on(sql<SqlBool>`client.id = coalesce(named.merged_into_id, named.id)`))

/** A row for each client and form of a year. */
const queryTaxSummaries = async (ctx: Ctx, { search, year, form }: TaxFilters) => {
  const kind = await findTaxFormSql(ctx)
  return queryWithholdingParts(ctx.db)
    .innerJoin('clientList as c', 'c.clientId', 'client.id')
    .innerJoin('clientSearch as s', 's.clientId', 'client.id')
    .where(inYearCondition('w.booked_on', parseTaxYear(ctx, year)))
    .$if(Boolean(search), (rows) => rows.where(matchesClientText(ctx, search!)))
    .$if(form !== undefined, (rows) => rows.where(isOneOfSql(kind, form!)))
    .groupBy(['client.id', 'c.clientId', sql`${kind}`])
    .select([
      sql<string>`client.id || '-' || ${kind}`.as('id'),
      'client.id as clientId',
      fullNameSql('client').as('clientName'),
      'client.cvl as clientCvl',
      'client.identityNumber',
      sql<string>`max(${sql.raw(residenceCountrySql)})`.as('country'),
      kind.as('form'),
      sql<number>`count(*) filter (where w.base > 0)::int`.as('payments'),
      ...taxSumColumns,
      sql<string | null>`case when min(w.rate) = max(w.rate) then min(w.rate)::text end`.as('rate'),
    ])
}

const taxSummarySorts: Record<(typeof listTaxSummaries.sortable)[number], string> = {
  clientName: 'y.nameSort',
  gross: 'y.grossSort',
  withheld: 'y.withheldSort',
}

const taxSummarySortColumns = [
  'c.nameSort',
  sql`sum(w.base)`.as('grossSort'),
  sql`sum(w.amount)`.as('withheldSort'),
] as const

const selectTaxSummaryRows = (db: Kysely<DB>, rows: RawBuilder<unknown>) =>
  db
    .selectFrom(sql<TaxSummaryRow & { nameSort: string }>`(${rows})`.as('y'))
    .select(['y.id', 'y.clientId', 'y.clientName', 'y.clientCvl', 'y.identityNumber', 'y.country', 'y.form'])
    .select(['y.payments', 'y.gross', 'y.base', 'y.withheld', 'y.rate'])

const taxSummaryOrderBy = (sorting: ListSorting, backwards = false) =>
  buildOrderBy(sorting, taxSummarySorts, 'y.id', backwards)

const queryTaxSummaryRows = async (ctx: Ctx, filters: TaxFilters) =>
  selectTaxSummaryRows(ctx.db, sql`${(await queryTaxSummaries(ctx, filters)).select(taxSummarySortColumns)}`)

/** By name, whoever comes next is asked for their year until the page is full: nobody adds up the year of all for it. */
const queryTaxSummaryPageByName = async (
  ctx: Ctx,
  filters: TaxFilters,
  { offset, limit, backwards }: PageWindow,
  direction: ListSorting['direction'],
) => {
  const way = sql.raw((direction === 'asc') === backwards ? 'desc' : 'asc')
  const clientSummarySql = (await queryTaxSummaries(ctx, filters))
    .where(isWithheldFromSql(sql`n.client_id`))
    .select(taxSummarySortColumns)
  return selectTaxSummaryRows(
    ctx.db,
    sql`select y.* from (select client_id, name_sort from client_list order by name_sort ${way}, client_id ${way} offset 0) n
      cross join lateral (${clientSummarySql} offset 0) y order by n.name_sort ${way}, y.id ${way} limit ${limit} offset ${offset}`,
  ).orderBy(taxSummaryOrderBy({ sort: 'clientName', direction }))
}

export const findTaxSummaries = async (ctx: Ctx, filters: TaxFilters, paging: ListPaging) => {
  const window = toPageWindow(paging)
  if (paging.sort === 'clientName' && !filters.search)
    return (await queryTaxSummaryPageByName(ctx, filters, window, paging.direction)).execute()
  const { offset, limit, backwards } = window
  const rows = await (await queryTaxSummaryRows(ctx, filters))
    .orderBy(taxSummaryOrderBy(paging, backwards))
    .limit(limit)
    .offset(offset)
    .execute()
  return backwards ? rows.reverse() : rows
}

export const countTaxSummaries = async (ctx: Ctx, filters: TaxFilters) => {
  return ctx.db
    .selectFrom((await queryTaxSummaries(ctx, filters)).as('y'))
    .select([
      sql<number>`count(*)::int`.as('total'),
      moneyTextSql(sql`sum(y.gross::numeric)`).as('gross'),
      moneyTextSql(sql`sum(y.base::numeric)`).as('base'),
      moneyTextSql(sql`sum(y.withheld::numeric)`).as('withheld'),
    ])
    .executeTakeFirstOrThrow()
}

/** All of them, for a file. */
export const queryAllTaxSummaries = async (ctx: Ctx, filters: TaxFilters, sorting: ListSorting) =>
  (await queryTaxSummaryRows(ctx, filters)).orderBy(taxSummaryOrderBy(sorting))

/** The years in which anything was paid or withheld, the newest first; this one always. */
const findTaxYears = async (ctx: Ctx, clientId?: string): Promise<number[]> => {
  const rows = await ctx.db
    .selectFrom('withholdingPart as w')
    .$if(clientId !== undefined, (some) => some.where(isWithheldFromSql(sql`${clientId}::bigint`)))
    .select(sql<number>`extract(year from w.booked_on)::int`.as('year'))
    .distinct()
    .execute()
  return [...new Set([parseTaxYear(ctx, undefined), ...rows.map(({ year }) => year)])].sort((one, other) => other - one)
}

/** How the tax account went through a year: what is owed stands in credit there, and is shown as a positive amount. */
const findTaxAccount = async (
  { db }: Ctx,
  year: number,
): Promise<ResponseBody<typeof getWithholdingReconciliation>['account']> => {
  const { rows } = await sql<ResponseBody<typeof getWithholdingReconciliation>['account']>`
    with account as (
      select coalesce(sum(amount) filter (where booking_date < ${`${year}-01-01`}::date), 0) as opening, coalesce(sum(amount), 0) as closing
        from posting where ledger = ${sql.lit(ledgers.taxPayable)} and booking_date <= ${`${year}-12-31`}::date
    ), by_hand as (
      select -coalesce(sum(p.amount), 0) as all from posting p join journal j on j.id = p.journal_id
       where p.ledger = ${sql.lit(ledgers.taxPayable)} and ${inYearCondition('p.booking_date', year)} and j.kind = 'adjustment'
    ), paid as (
      select -coalesce(sum(amount), 0) as all from tax_line where payment and ${inYearCondition('booked_on', year)}
    )
    select (-a.opening)::numeric(18, 2)::text as opening, (h.all + p.all)::numeric(18, 2)::text as adjusted, p.all::numeric(18, 2)::text as paid,
           (-a.closing)::numeric(18, 2)::text as closing
      from account a, by_hand h, paid p`.execute(db)
  return rows[0]!
}

/** So many journals that differ are listed one by one. */
const maxListedJournals = 200

/** The tax account beside the holders' parts, journal by journal. What was handed to the authority by an adjustment isn't withholding. */
export const findTaxReconciliation = async (
  ctx: Ctx,
  { query }: ParsedRequest<typeof getWithholdingReconciliation>,
): Promise<ResponseBody<typeof getWithholdingReconciliation>> => {
  const year = parseTaxYear(ctx, query.year)
  const { rows } = await sql<{
    ledger: string
    summary: string
    journals: number
    rows: ResponseBody<typeof getWithholdingReconciliation>['rows']
  }>`
    with booked as (
      select j.id, j.booking_date, -sum(p.amount) as amount from posting p join journal j on j.id = p.journal_id
       where p.ledger = ${sql.lit(ledgers.taxPayable)} and ${inYearCondition('p.booking_date', year)} and j.kind <> 'adjustment' group by j.id
    ), declared as (
      select journal_id, min(booked_on) as booked_on, sum(amount) as amount from withholding_part w where ${inYearCondition('w.booked_on', year)} and amount <> 0 group by journal_id
    ), both_ as materialized (
      select coalesce(b.id, t.journal_id) as id, coalesce(b.booking_date, t.booked_on) as day, coalesce(b.amount, 0) as ledger, coalesce(t.amount, 0) as summary
        from booked b full join declared t on t.journal_id = b.id
    ), differing as (
      select x.*, (select a.number from posting p join account a on a.id = p.account_id where p.journal_id = x.id order by p.line limit 1) as number
        from (select * from both_ where ledger <> summary order by id limit ${maxListedJournals}) x
    )
    select coalesce(sum(ledger), 0)::numeric(18, 2)::text as ledger, coalesce(sum(summary), 0)::numeric(18, 2)::text as summary,
           count(*) filter (where ledger <> summary)::int as journals,
           coalesce((select json_agg(json_build_object('id', d.id::text, 'bookingDate', d.day, 'accountNumber', d.number,
                       'ledger', d.ledger::numeric(18, 2)::text, 'summary', d.summary::numeric(18, 2)::text,
                       'difference', (d.ledger - d.summary)::numeric(18, 2)::text) order by d.id) from differing d), '[]') as rows
      from both_`.execute(ctx.db)
  const { ledger, summary, ...rest } = rows[0]!
  const difference = formatScaledDecimal(toCents(ledger) - toCents(summary), 2)
  return {
    year,
    years: await findTaxYears(ctx),
    ledger,
    summary,
    difference,
    account: await findTaxAccount(ctx, year),
    ...rest,
  }
}

/** One client's year, payment by payment. */
export const findTaxSummary = async (
  ctx: Ctx,
  { params: { clientId }, query }: ParsedRequest<typeof getTaxSummary>,
): Promise<ResponseBody<typeof getTaxSummary>> => {
  const year = parseTaxYear(ctx, query.year)
  const client = await ctx.db
    .selectFrom('client')
    .where('client.id', '=', clientId)
    .select(['client.id as clientId', fullNameSql('client').as('clientName'), 'client.cvl as clientCvl'])
    .select('client.identityNumber')
    .executeTakeFirst()
  if (!client) throw buildRefusal('notFound')
  const kind = await findTaxFormSql(ctx)
  const ofYear = queryWithholdingParts(ctx.db)
    .where(isWithheldFromSql(sql`${clientId}::bigint`))
    .where(inYearCondition('w.booked_on', year))
  const [years, sums, payments] = await Promise.all([
    findTaxYears(ctx, clientId),
    ofYear.select(taxSumColumns).executeTakeFirstOrThrow(),
    ofYear
      .select(['w.id', 'w.bookedOn', kind.as('form'), 'w.accountId', 'account.number as accountNumber', 'w.journalId'])
      .select([
        'w.base as gross',
        moneyTextSql(taxableBaseSql).as('base'),
        'w.amount as withheld',
        'w.rate',
        'w.basis',
        'w.source',
      ])
      .orderBy('w.bookedOn', 'desc')
      .orderBy('w.id', 'desc')
      .limit(500)
      .execute(),
  ])
  return { ...client, year, years, sums, payments }
}

/** A client's years for whoever sees the client; 404 for everybody else. */
export const findClientWithholding = async (
  ctx: Ctx,
  { params: { clientId } }: ParsedRequest<typeof getClientWithholding>,
): Promise<ResponseBody<typeof getClientWithholding>> => {
  const visibleClient = await selectVisibleClients(ctx)
    .where('c.clientId', '=', clientId)
    .select('c.clientId')
    .executeTakeFirst()
  if (!visibleClient) throw buildRefusal('notFound')
  const kind = await findTaxFormSql(ctx)
  const years = await queryWithholdingParts(ctx.db)
    .where('w.clientId', '=', clientId)
    .groupBy([sql`1`, sql`2`])
    .select([sql<number>`extract(year from w.booked_on)::int`.as('year'), kind.as('form'), ...taxSumColumns])
    .orderBy(sql`1`, 'desc')
    .orderBy(sql`2`)
    .execute()
  return { years }
}
