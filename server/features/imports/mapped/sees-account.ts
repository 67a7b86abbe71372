import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Ctx } from '#server/core/ctx.ts'
import { isFirmWide } from '#server/core/rights.ts'
import { seesHolderOf } from '#server/domain/visibility.ts'

/** Whether the caller sees the account `a`, by any of its holders. */
export const seesAccount = (ctx: Pick<Ctx, 'db' | 'reaches'>): RawBuilder<SqlBool> => {
  if (isFirmWide(ctx)) return sql<SqlBool>`true`
  return seesHolderOf(ctx, sql`a.id`)
}
