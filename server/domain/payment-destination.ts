import { type Kysely, sql } from 'kysely'
import type { ApprovalTaskName } from '#contract/approvals.ts'
import type { DB } from '#db/types.ts'
import { defineStatement } from '#server/core/prepared-statement.ts'
import { orderBankAccountSql } from './payment-holds.ts'

/** Tasks that let money go to a bank account of a client. */
export const paymentTaskNames: readonly ApprovalTaskName[] = ['withdrawal', 'clearance', 'payout', 'cancellation']

/**
 * The bank account `k` that the change `a` would pay, or has paid: the one that is asked to be let through, that of the order, and until there is an order
 * the client's default.
 */
export const paymentDestinationJoin = sql`
  left join payment_order o on o.id = case a.task when 'withdrawal' then a.entity_id
    when 'payout' then (select q.id from payment_order q where q.journal_id = (a.payload ->> 'journalId')::bigint) end
  left join account c on a.state = 'pending' and c.id = (a.payload ->> 'accountId')::bigint
  join client_bank_account k on k.id = case a.task
    when 'clearance' then (a.payload ->> 'bankAccountId')::bigint
    else coalesce(${orderBankAccountSql}, (select d.id from client_bank_account d where d.client_id = coalesce((a.payload ->> 'clientId')::bigint, c.client_id) and d.is_default)) end`

const findDestination = defineStatement('payment destination', (db, { approvalId }: { approvalId: string }) =>
  sql<{
    id: string
  }>`select k.id::text as id from approval a ${paymentDestinationJoin} where a.id = ${approvalId}`.compile(db),
)
const lockDestination = defineStatement('lock payment destination', (db, { approvalId }: { approvalId: string }) =>
  sql`select from approval a ${paymentDestinationJoin} where a.id = ${approvalId} for share of k`.compile(db),
)

/** Of a change that waits: the id of the bank account that it would pay now; null where there is none. */
export const findPaymentDestinationId = async (tx: Kysely<DB>, approvalId: string): Promise<string | null> => {
  const [destination] = await findDestination(tx, { approvalId })
  return destination?.id ?? null
}

/**
 * The same, which nobody leads elsewhere until the transaction ends: what was read before somebody else's change had ended is read again.
 * See docs/decisions/0094-doubtful-bank-accounts.md
 */
export const lockPaymentDestination = async (tx: Kysely<DB>, approvalId: string): Promise<string | null> => {
  const [, destinationId] = await Promise.all([
    lockDestination(tx, { approvalId }),
    findPaymentDestinationId(tx, approvalId),
  ])
  return destinationId
}
