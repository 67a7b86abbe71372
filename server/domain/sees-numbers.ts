import { type RawBuilder, sql } from 'kysely'
import type { Action, ModuleKey } from '#contract/permissions.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { visibleClients } from './visibility.ts'

/** Whether the caller's right to an action holds that client. */
export const holdsClient = (
  { db, person }: Pick<Ctx, 'db' | 'person'>,
  [module, action]: readonly [ModuleKey, Action],
  clientId: RawBuilder<string>,
): RawBuilder<boolean> =>
  person.rights.may(module, action)
    ? sql<boolean>`exists (${visibleClients({ db, reaches: person.rights.reachOf(module, action) })
        .where('c.clientId', '=', clientId)
        .select('c.clientId')})`
    : sql<boolean>`false`

/** Whether the caller reads that client's bank accounts whole: who works on the client, or sees what is paid there. */
export const seesNumbers = (ctx: Pick<Ctx, 'db' | 'person'>, clientId: RawBuilder<string>): RawBuilder<boolean> =>
  sql<boolean>`(${holdsClient(ctx, ['bt_Clientes', 'edit'], clientId)} or ${holdsClient(ctx, ['bt_Retiradas', 'view'], clientId)})`
