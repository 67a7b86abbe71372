import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '#server/core/ctx.ts'
import { hasFirmWideScope } from '#server/core/rights.ts'
import { isClientInScope } from './account-number-access.ts'

const access = ['bt_Clientes', 'view'] as const

/**
 * What a client is today, as it is told to the caller: a figure of the past has clients of then, of whom others hear now. `hidden` stands in its
 * place. `clientId` may not be a column of a table that is called `c`.
 */
export const visibleTodaySql = <T>(
  ctx: Pick<Ctx, 'db' | 'person'>,
  clientId: RawBuilder<string>,
  value: RawBuilder<T>,
  hidden: RawBuilder<T>,
): RawBuilder<T> =>
  hasFirmWideScope({ scopes: ctx.person.rights.getScopes(...access) })
    ? value
    : sql<T>`case when ${isClientInScope(ctx, access, clientId)} then ${value} else ${hidden} end`

/** Who manages the client today, of whom the caller hears; null of others, as of nobody. A manager in reach needs no look at their client. */
export const visibleManagerSql = (
  ctx: Pick<Ctx, 'db' | 'person'>,
  clientId: RawBuilder<string>,
  managerId: RawBuilder<string | null>,
): RawBuilder<string | null> => {
  const scopes = ctx.person.rights.getScopes(...access)
  const visible = visibleTodaySql(ctx, clientId, managerId, sql<string | null>`null::bigint`)
  if (hasFirmWideScope({ scopes })) return visible
  const isInReach = scopes
    .filter(({ all }) => !all)
    .map(({ staffIds }) => sql`${managerId} = any(${[...staffIds]}::bigint[])`)
  return sql<string | null>`case when ${sql.join(isInReach, sql` and `)} then ${managerId} else ${visible} end`
}
