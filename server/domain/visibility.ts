import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import type { Ctx } from '#server/core/ctx.ts'

type Listed = DB & { c: DB['clientList'] }

/** Clients with a current staff link, of any role, to one of these employees. Needs the narrow list row as `c`. */
export const lookedAfterBy = (eb: ExpressionBuilder<Listed, 'c'>, staffIds: readonly string[]): Expression<SqlBool> => {
  const ids = sql<string>`any(${[...staffIds]}::bigint[])`
  return eb.or([
    eb('c.managerId', '=', ids),
    eb('c.partnerId', '=', ids),
    eb('c.advisorId', '=', ids),
    eb('c.bankerId', '=', ids),
  ])
}

/** The one condition of who sees a client: own and team by staff links, zone by the client's zone, all without limit. */
const isVisible = (ctx: Ctx, eb: ExpressionBuilder<Listed, 'c'>): Expression<SqlBool> => {
  const { scope, staffIds, zoneId } = ctx.person
  if (scope === 'all') return eb.lit(true)
  if (scope === 'zone') return zoneId === null ? eb.lit(false) : eb('c.zoneId', '=', zoneId)
  return staffIds.length === 0 ? eb.lit(false) : lookedAfterBy(eb, staffIds)
}

/**
 * The clients that the caller may see, as the narrow list row `c`. Every read of client-owned data starts here;
 * what it leaves out answers 404, as if it were not there.
 */
export const visibleClients = (ctx: Ctx) => {
  const clients = ctx.db.selectFrom('clientList as c')
  return ctx.person.scope === 'all'
    ? clients
    : clients.where((eb) => isVisible(ctx, eb as unknown as ExpressionBuilder<Listed, 'c'>))
}
