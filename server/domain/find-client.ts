import type { Kysely } from 'kysely'
import type { DB } from '#db/types.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { assertNoRelatedClients } from './conflict-of-interest.ts'
import { selectVisibleClients } from './visibility.ts'

/** Throws 404 where the client is outside the caller's scope, and whether it is there or not. */
export const assertClientVisible = async (ctx: Pick<Ctx, 'db' | 'scopes'>, clientId: string): Promise<void> => {
  const seen = await selectVisibleClients(ctx)
    .where('c.clientId', '=', clientId)
    .select('c.clientId')
    .executeTakeFirst()
  if (!seen) throw buildRefusal('notFound')
}

/** Throws `client.restricted` where one of them asked to be erased: their data is only kept, and nothing new begins with them. */
export const assertClientsUnrestricted = async (db: Kysely<DB>, clientIds: readonly string[]): Promise<void> => {
  const restricted = await db
    .selectFrom('client')
    .select('id')
    .where('id', 'in', clientIds)
    .where('restrictedAt', 'is not', null)
    .executeTakeFirst()
  if (restricted) throw buildRefusal('client.restricted')
}

/** For what ends, corrects or takes back: 404 out of scope, and `approval.ownRecord` where the client is a relative of the caller's. */
export const assertClientCorrectable = async (tx: Kysely<DB>, ctx: Ctx, clientId: string): Promise<void> => {
  await assertClientVisible({ db: tx, scopes: ctx.scopes }, clientId)
  await assertNoRelatedClients(tx, ctx, [clientId])
}

/** The same for what adds something, which is refused besides on data that is only kept: `client.restricted`. */
export const assertClientWritable = async (tx: Kysely<DB>, ctx: Ctx, clientId: string): Promise<void> => {
  await assertClientCorrectable(tx, ctx, clientId)
  await assertClientsUnrestricted(tx, [clientId])
}
