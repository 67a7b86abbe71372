import { isDeepStrictEqual } from 'node:util'
import { type RawBuilder, sql } from 'kysely'
import type { Action, ModuleKey } from '#contract/permissions.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { isFirmWide } from '#server/core/rights.ts'
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

/** Who works on the client, or sees what is paid there. */
const [working, paying] = [
  ['bt_Clientes', 'edit'],
  ['bt_Retiradas', 'view'],
] as const

/** Whether the caller reads that client's bank accounts whole. */
export const seesNumbers = (ctx: Pick<Ctx, 'db' | 'person'>, clientId: RawBuilder<string>): RawBuilder<boolean> =>
  sql<boolean>`(${holdsClient(ctx, working, clientId)} or ${holdsClient(ctx, paying, clientId)})`

/** Whether they do so of every client that the call may be about, without a look at each. */
export const seesAllNumbers = ({ person: { rights }, reaches }: Pick<Ctx, 'person' | 'reaches'>): boolean =>
  [working, paying].some(([module, action]) => {
    const held = rights.reachOf(module, action)
    return rights.may(module, action) && (isFirmWide({ reaches: held }) || isDeepStrictEqual(held, reaches))
  })
