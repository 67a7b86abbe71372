import { isDeepStrictEqual } from 'node:util'
import { type RawBuilder, sql } from 'kysely'
import type { ModuleKey, PermissionAction } from '#contract/permissions.ts'
import type { Ctx } from '#server/core/ctx.ts'
import type { StatementContext } from '#server/core/keyed-statement.ts'
import { hasFirmWideScope } from '#server/core/rights.ts'
import { selectVisibleClients } from './visibility.ts'

/** Whether the caller's right to an action holds that client. */
export const isClientInScope = (
  { db, person }: Pick<StatementContext, 'db' | 'person'>,
  [module, action]: readonly [ModuleKey, PermissionAction],
  clientId: RawBuilder<string>,
): RawBuilder<boolean> =>
  person.rights.may(module, action)
    ? sql<boolean>`exists (${selectVisibleClients({ db, scopes: person.rights.getScopes(module, action) })
        .where('c.clientId', '=', clientId)
        .select('c.clientId')})`
    : sql<boolean>`false`

/** Who works on the client, or sees what is paid there. */
export const accountNumberRights = [
  ['bt_Clientes', 'edit'],
  ['bt_Retiradas', 'view'],
] as const
const [working, paying] = accountNumberRights

/** Whether the caller reads that client's bank accounts whole. */
export const canSeeAccountNumbers = (
  ctx: Pick<StatementContext, 'db' | 'person'>,
  clientId: RawBuilder<string>,
): RawBuilder<boolean> =>
  sql<boolean>`(${isClientInScope(ctx, working, clientId)} or ${isClientInScope(ctx, paying, clientId)})`

/** Whether they do so of every client that the call may be about, without a look at each. */
export const canSeeAllAccountNumbers = ({ person: { rights }, scopes }: Pick<Ctx, 'person' | 'scopes'>): boolean =>
  [working, paying].some(([module, action]) => {
    const held = rights.getScopes(module, action)
    return rights.may(module, action) && (hasFirmWideScope({ scopes: held }) || isDeepStrictEqual(held, scopes))
  })
