import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { listOwedTaxes, OwedTaxRow, sumOwedTax } from '#contract/accounting/entries.ts'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type { Prefix } from '#contract/core/values.ts'
import type { DB } from '#db/types.ts'
import { getMonthEnd } from '#rules/calendar.ts'
import { centsToAmount, toCents } from '#rules/cents.ts'
import { ledgers } from '#rules/ledgers.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { findTaxFormSql, queryWithholdingParts } from './tax.queries.ts'

type TaxOwedFilters = ParsedRequest<typeof listOwedTaxes.count>['query']
type MonthRange = { from: string; to: string; asOf: string }

/**
 * Each return of the months, by form and month, as it stood on a day. What the books withheld in a month beyond its holders' parts is an import's: `none`.
 * A withholding that is taken back counts in the month in which that was booked.
 */
const buildTaxReturnsSql = async (
  db: Kysely<DB>,
  prefix: Prefix,
  { from, to, asOf }: MonthRange,
): Promise<RawBuilder<OwedTaxRow>> => {
  const last = getMonthEnd(to) < asOf ? getMonthEnd(to) : asOf
  const taxReturnsSql = queryWithholdingParts(db)
    .where(sql<SqlBool>`w.booked_on between ${from}::date and ${last}::date`)
    .select([
      sql<string>`${await findTaxFormSql({ db, prefix })}`.as('form'),
      sql<string>`date_trunc('month', w.booked_on)::date`.as('month'),
      sql<string>`sum(w.amount)`.as('amount'),
    ])
    .groupBy([sql`1`, sql`2`])
  return sql`(
    with declared as (${taxReturnsSql}),
    booked as (
      select date_trunc('month', p.booking_date)::date as month, -sum(p.amount) as amount from posting p
       where p.ledger = ${sql.lit(ledgers.taxPayable)} and p.booking_date between ${from}::date and ${last}::date
         and not exists (select from tax_line l where l.journal_id = p.journal_id) group by 1),
    by_hand as (
      select coalesce(form, 'none') as form, month, sum(amount) filter (where not payment) as adjusted, -sum(amount) filter (where payment) as paid,
             json_agg(distinct journal_id::text) as journals
        from tax_line where month between ${from}::date and ${to}::date and booked_on <= ${asOf}::date group by 1, 2),
    withheld as (
      select form, month, amount from declared
      union all
      select 'none', month, coalesce(b.amount, 0) - coalesce(s.amount, 0)
        from booked b full join (select month, sum(amount) as amount from declared group by 1) s using (month)
       where coalesce(b.amount, 0) <> coalesce(s.amount, 0))
    select form || '-' || month as id, form, month, coalesce(w.amount, 0)::numeric(18, 2) as withheld, coalesce(h.adjusted, 0)::numeric(18, 2) as adjusted,
           coalesce(h.paid, 0)::numeric(18, 2) as paid,
           (coalesce(w.amount, 0) + coalesce(h.adjusted, 0) - coalesce(h.paid, 0))::numeric(18, 2) as owed, coalesce(h.journals, '[]') as journals
      from withheld w full join by_hand h using (form, month))`
}

export const taxOwedSorts: Record<(typeof listOwedTaxes.sortable)[number], string> = {
  month: 'o.month',
  owed: 'o.owed',
}

const queryMatchingTaxesOwed = async (
  { db, prefix, businessDate }: Ctx,
  { year = businessDate.slice(0, 4), form, open }: TaxOwedFilters,
) => {
  const span = { from: `${year}-01-01`, to: `${year}-12-01`, asOf: businessDate }
  return db
    .selectFrom((await buildTaxReturnsSql(db, prefix, span)).as('o'))
    .$if(form !== undefined, (rows) => rows.where('o.form', 'in', form!))
    .$if(open !== undefined, (rows) => rows.where(sql<SqlBool>`(o.owed <> 0) = ${open}`))
}

export const selectTaxesOwed = async (ctx: Ctx, filters: TaxOwedFilters) =>
  (await queryMatchingTaxesOwed(ctx, filters)).select([
    ...(['o.id', 'o.form', 'o.month', 'o.withheld', 'o.adjusted', 'o.paid', 'o.owed', 'o.journals'] as const),
  ])

export const countTaxesOwed = async (ctx: Ctx, filters: TaxOwedFilters) => {
  const sum = (column: string) => sql<string>`coalesce(sum(${sql.ref(`o.${column}`)}), 0)::numeric(18, 2)`
  return (await queryMatchingTaxesOwed(ctx, filters))
    .select([
      sql<number>`count(*)::int`.as('total'),
      sum('withheld').as('withheld'),
      sum('adjusted').as('adjusted'),
      sum('paid').as('paid'),
      sum('owed').as('owed'),
    ])
    .executeTakeFirstOrThrow()
}

type TaxOwedParams = { prefix: Prefix; from: string; to: string; asOf: string; form?: OwedTaxRow['form'] }

/** What is owed for each month of a span, the oldest first, as of a day. */
export const findMonthlyTaxOwed = async (
  db: Kysely<DB>,
  { prefix, form, ...span }: TaxOwedParams,
): Promise<Pick<OwedTaxRow, 'form' | 'month' | 'owed'>[]> =>
  db
    .selectFrom((await buildTaxReturnsSql(db, prefix, span)).as('o'))
    .$if(form !== undefined, (rows) => rows.where('o.form', '=', form!))
    .select(['o.form', 'o.month', 'o.owed'])
    .orderBy('o.month')
    .orderBy('o.form')
    .execute()

export const findTaxOwed = async (
  ctx: Ctx,
  { query: { form, from, to, asOf = ctx.businessDate } }: ParsedRequest<typeof sumOwedTax>,
): Promise<ResponseBody<typeof sumOwedTax>> => {
  const owed = await findMonthlyTaxOwed(ctx.db, { prefix: ctx.prefix, form, from, to, asOf })
  return { owed: centsToAmount(owed.reduce((sum, row) => sum + toCents(row.owed), 0n)) }
}
