import type { Kysely } from 'kysely'
import type { DB } from '#db/types.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import { visibleClients } from './visibility.ts'

type Place = { clientId: string; accountId: string }

/** Nobody else moves these accounts' money until the transaction ends: locked in the order of their ids, whatever theirs here. */
export const lockAccounts = async (tx: Kysely<DB>, accountIds: readonly string[]): Promise<void> => {
  await tx.selectFrom('account').select('id').where('id', 'in', accountIds).orderBy('id').forNoKeyUpdate().execute()
}

/**
 * The account of a client whom the call may be about, locked: what is read here stays so until the transaction ends. 404 unless the
 * client is visible and stands on it.
 */
export const lockVisibleAccount = async (tx: Kysely<DB>, ctx: Pick<Ctx, 'reaches'>, { clientId, accountId }: Place) => {
  const seen = await visibleClients({ db: tx, reaches: ctx.reaches })
    .innerJoin('accountHolder as h', 'h.clientId', 'c.clientId')
    .where('h.clientId', '=', clientId)
    .where('h.accountId', '=', accountId)
    .select('h.accountId')
    .executeTakeFirst()
  if (!seen) throw refuse('notFound')
  await lockAccounts(tx, [accountId])
  // A statement of its own: what waited for the lock sees what the one before has done.
  return tx
    .selectFrom('account as a')
    .innerJoin('accountBalance as b', 'b.accountId', 'a.id')
    .innerJoin('product as p', 'p.id', 'a.productId')
    .where('a.id', '=', accountId)
    .select(['a.id', 'a.number', 'a.clientId', 'a.status', 'a.openedOn', 'a.expiresOn', 'p.maximum'])
    .select(['b.principal', 'b.balance', 'b.payable', 'b.reserved'])
    .executeTakeFirstOrThrow()
}
