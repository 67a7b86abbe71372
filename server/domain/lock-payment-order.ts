import type { Kysely } from 'kysely'
import type { DB } from '#db/types.ts'
import { defineStatement } from '#server/core/prepared-statement.ts'
import { lockApproval } from './approvals.ts'
import { lockAccounts } from './lock-account.ts'

const findOrder = defineStatement('payment order', (db, { orderId }: { orderId: string }) =>
  db
    .selectFrom('paymentOrder')
    .where('id', '=', orderId)
    .select(['id', 'kind', 'accountId', 'clientId', 'amount', 'penalty', 'state', 'requestedBy', 'approvalId'])
    .compile(),
)

/**
 * An order with what it waits for, locked in the one order that all take: the change of a second person, the account, then the order
 * itself. Undefined where there is none.
 */
export const lockPaymentOrder = async (tx: Kysely<DB>, orderId: string) => {
  const [known] = await findOrder(tx, { orderId })
  if (!known) return undefined
  // What was decided is nobody's to decide: whoever holds accounts already, as a statement does, waits for no change after them.
  // Sent in this order they are done in it, each seeing what the one before it waited for.
  const [, , [order]] = await Promise.all([
    lockApproval(tx, known.state === 'requested' ? known.approvalId : null),
    lockAccounts(tx, [known.accountId]),
    findOrder(tx, { orderId }),
  ])
  return order
}
