import { type RawBuilder, sql } from 'kysely'
import { tenantFacts } from '#contract/core/tenants.ts'
import type { Ctx } from './ctx.ts'

/** The first moment of a day by the firm's clock. */
export const dayStartSql = ({ prefix }: Pick<Ctx, 'prefix'>, day: RawBuilder<unknown>) =>
  sql<string>`((${day})::timestamp at time zone ${sql.lit(tenantFacts[prefix].timeZone)})`
