import type { Kysely } from 'kysely'
import type { DB } from '#db/types.ts'
import { lockApproval } from './approvals.ts'
import { lockAccounts } from './lock-account.ts'

/**
 * An order with what it waits for, locked in the one order that all take: the change of a second person, the account, then the order
 * itself. Undefined where there is none.
 */
export const lockPaymentOrder = async (tx: Kysely<DB>, orderId: string) => {
  const known = await tx
    .selectFrom('paymentOrder')
    .where('id', '=', orderId)
    .select(['accountId', 'approvalId', 'state'])
    .executeTakeFirst()
  if (!known) return undefined
  // What was decided is nobody's to decide: whoever holds accounts already, as a statement does, waits for no change after them.
  if (known.state === 'requested') await lockApproval(tx, known.approvalId)
  await lockAccounts(tx, [known.accountId])
  return tx
    .selectFrom('paymentOrder')
    .where('id', '=', orderId)
    .select(['id', 'kind', 'accountId', 'clientId', 'amount', 'penalty', 'state', 'requestedBy', 'approvalId'])
    .executeTakeFirstOrThrow()
}
