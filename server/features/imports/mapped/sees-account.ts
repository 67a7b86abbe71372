import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Ctx } from '#server/core/ctx.ts'
import { isFirmWide } from '#server/core/rights.ts'
import { visibleClients } from '#server/domain/visibility.ts'

/** Whether the caller sees the account `a`, by any of its holders. */
export const seesAccount = (ctx: Pick<Ctx, 'db' | 'reaches'>): RawBuilder<SqlBool> => {
  if (isFirmWide(ctx)) return sql<SqlBool>`true`
  const seen = visibleClients(ctx)
    .innerJoin('accountHolder as h', 'h.clientId', 'c.clientId')
    .where(sql<SqlBool>`h.account_id = a.id`)
    .select(sql.lit(1).as('one'))
  return sql<SqlBool>`exists (${seen})`
}
