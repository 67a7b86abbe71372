import { type RawBuilder, sql } from 'kysely'
import { tenantFacts } from '#contract/core/tenants.ts'
import type { Ctx } from '#server/core/ctx.ts'

/** The day of an instant by the firm's clock: the database's own is that of Greenwich. */
export const localDaySql = ({ prefix }: Pick<Ctx, 'prefix'>, column: string): RawBuilder<string> =>
  sql<string>`(${sql.ref(column)} at time zone ${tenantFacts[prefix].timeZone})::date::text`

/** An instant as a file shows it: as the firm's clock showed it, to the second. */
export const formatLocalTimeSql = ({ prefix }: Pick<Ctx, 'prefix'>, column: string): RawBuilder<string> =>
  sql<string>`to_char(${sql.ref(column)} at time zone ${tenantFacts[prefix].timeZone}, 'YYYY-MM-DD HH24:MI:SS')`
