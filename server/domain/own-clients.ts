import { sql } from 'kysely'
import type { Ctx } from '#server/core/ctx.ts'
import { isManagedBy, selectVisibleClients } from './visibility.ts'

/** The visible clients `c` whose manager, partner, advisor or banker that member of staff is. */
export const selectOwnClients = (ctx: Pick<Ctx, 'db' | 'scopes'>, employeeId: string) =>
  selectVisibleClients(ctx).where((eb) => isManagedBy(eb, [employeeId]))

/** Of these the people, as `client`, whom one may still write to: neither dead nor, by their own wish, only kept. */
export const selectOwnPeople = (ctx: Pick<Ctx, 'db' | 'scopes'>, employeeId: string) =>
  selectOwnClients(ctx, employeeId)
    .innerJoin('client', 'client.id', 'c.clientId')
    .where('client.kind', '=', 'person')
    .where('client.restrictedAt', 'is', null)
    .where(sql<boolean>`client.block_kind is distinct from 'death'`)
