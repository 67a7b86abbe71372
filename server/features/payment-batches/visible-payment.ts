import type { Kysely } from 'kysely'
import type { DB } from '#db/types.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { assertNoRelatedAccounts } from '#server/domain/conflict-of-interest.ts'
import { lockPaymentOrder } from '#server/domain/lock-payment-order.ts'
import { selectVisibleClients } from '#server/domain/visibility.ts'

/** The payment of a visible client, locked, and whose it is. Throws 404, and `approval.ownRecord` for one's own or a relative's. */
export const lockVisiblePayment = async (
  tx: Kysely<DB>,
  ctx: Pick<Ctx, 'scopes' | 'person' | 'businessDate'>,
  paymentId: string,
) => {
  const seen = await selectVisibleClients({ db: tx, scopes: ctx.scopes })
    .innerJoin('paymentOrder as o', 'o.clientId', 'c.clientId')
    .innerJoin('account as a', 'a.id', 'o.accountId')
    .innerJoin('client', 'client.id', 'o.clientId')
    .where('o.id', '=', paymentId)
    .select(['c.managerId', 'client.cvl', 'a.number'])
    .executeTakeFirst()
  const order = seen && (await lockPaymentOrder(tx, paymentId))
  if (!order) throw buildRefusal('notFound')
  await assertNoRelatedAccounts(tx, ctx, [order.accountId])
  return { seen, order }
}
