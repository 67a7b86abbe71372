import { type SqlBool, sql } from 'kysely'

/** The product `p` that the row `r` names by its code. */
export const openedProductSql = sql<SqlBool>`p.code = r.fields ->> 'product'`

const termMonthsSql = sql`coalesce(p.term_months, (r.fields ->> 'termMonths')::smallint)`
const tariffRateSql = sql`product_rate_on(p.id, (r.fields ->> 'openedOn')::date, (r.fields ->> 'amount')::numeric, ${termMonthsSql})`

const termExpressions = {
  months: termMonthsSql,
  // What was agreed, else the tariff of the day on which it was opened; what earns nothing has none.
  rate: sql`coalesce((r.fields ->> 'rate')::numeric, case when p.accrues then ${tariffRateSql} else 0 end)`,
} as const

/** One of the terms of the account that the row `r` says, as a query. */
export const accountTermsSql = (term: keyof typeof termExpressions) =>
  sql`select ${termExpressions[term]} from product p where ${openedProductSql}`

export const expiresOnSql = sql<
  string | null
>`((r.fields ->> 'openedOn')::date + make_interval(months => (${accountTermsSql('months')})::integer))::date`
