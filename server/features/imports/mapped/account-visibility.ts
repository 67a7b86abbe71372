import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Ctx } from '#server/core/ctx.ts'
import { hasFirmWideScope } from '#server/core/rights.ts'
import { canSeeAccountHolder } from '#server/domain/visibility.ts'

/** Whether the caller sees the account `a`, by any of its holders. */
export const isAccountVisible = (ctx: Pick<Ctx, 'db' | 'scopes'>): RawBuilder<SqlBool> => {
  if (hasFirmWideScope(ctx)) return sql<SqlBool>`true`
  return canSeeAccountHolder(ctx, sql`a.id`)
}
