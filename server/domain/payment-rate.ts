import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import { tenantFacts } from '#contract/core/tenants.ts'
import type { Prefix } from '#contract/core/values.ts'
import type { DB } from '#db/types.ts'

/** Whether payments of the prefix can leave on a day: in euros always, in another currency at the rate of that day. */
export const hasPaymentRateSql = (prefix: Prefix, day: string): RawBuilder<SqlBool> => {
  const { payCurrency } = tenantFacts[prefix]
  return payCurrency === 'EUR'
    ? sql<SqlBool>`true`
    : sql<SqlBool>`exists (select from payment_rate r where r.currency = ${payCurrency} and r.rate_on = ${day})`
}

/** The rate of a day, as the prefix pays; null where it pays in euros, undefined where the day has none. */
export const findPaymentRate = async (
  db: Kysely<DB>,
  prefix: Prefix,
  day: string,
): Promise<string | null | undefined> => {
  const { payCurrency } = tenantFacts[prefix]
  if (payCurrency === 'EUR') return null
  const found = await db
    .selectFrom('paymentRate')
    .where('currency', '=', payCurrency)
    .where('rateOn', '=', day)
    .select(sql<string>`trim_scale(per_euro)::text`.as('perEuro'))
    .executeTakeFirst()
  return found?.perEuro
}
