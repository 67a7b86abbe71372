import type { Kysely } from 'kysely'
import type { DB } from '#db/types.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import { lockOrder } from '#server/domain/lock-order.ts'
import { assertNotOwnAccounts } from '#server/domain/too-near.ts'
import { visibleClients } from '#server/domain/visibility.ts'

/** The payment of a visible client, locked, and whose it is. Throws 404, and `approval.ownRecord` for one's own or a relative's. */
export const lockVisiblePayment = async (
  tx: Kysely<DB>,
  ctx: Pick<Ctx, 'reaches' | 'person' | 'businessDate'>,
  paymentId: string,
) => {
  const seen = await visibleClients({ db: tx, reaches: ctx.reaches })
    .innerJoin('paymentOrder as o', 'o.clientId', 'c.clientId')
    .innerJoin('account as a', 'a.id', 'o.accountId')
    .innerJoin('client', 'client.id', 'o.clientId')
    .where('o.id', '=', paymentId)
    .select(['c.managerId', 'client.cvl', 'a.number'])
    .executeTakeFirst()
  const order = seen && (await lockOrder(tx, paymentId))
  if (!order) throw refuse('notFound')
  await assertNotOwnAccounts(tx, ctx, [order.accountId])
  return { seen, order }
}
