import { type Kysely, sql } from 'kysely'
import type { ApprovalDetail } from '#contract/approvals.ts'
import type { DB } from '#db/types.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { bankNameOf } from '#server/domain/bank-names.ts'
import { maskedNumber } from '#server/domain/masked.ts'
import { bankAccountOf } from '#server/domain/payment-waits.ts'
import { seesNumbers } from '#server/domain/sees-numbers.ts'

/** What pays the client without naming a bank account. */
const defaultOf = (clientId: 'c.client_id') =>
  sql`(select d.id from client_bank_account d where d.client_id = ${sql.ref(clientId)} and d.is_default)`

type Destination = { bankAccountId: string; shown: NonNullable<ApprovalDetail['destination']> }

/**
 * The bank accounts that these changes would pay, or have paid, by the ids of the changes: the one that is asked to be let through, that of
 * the order, and until there is an order the client's default.
 */
export const findDestinations = async (
  db: Kysely<DB>,
  ctx: Ctx,
  approvalIds: readonly string[],
): Promise<ReadonlyMap<string, Destination>> => {
  const { rows } = await sql<{
    id: string
    bankAccountId: string
    number: string
    holder: string | null
    whole: boolean
  }>`
    select a.id, k.id as bank_account_id, k.number, k.holder, ${seesNumbers(ctx, sql<string>`a.subject_client_id`)} as whole
      from approval a
      left join payment_order o on o.id = case a.task when 'withdrawal' then a.entity_id
        when 'payout' then (select q.id from payment_order q where q.journal_id = (a.payload ->> 'journalId')::bigint) end
      left join account c on a.state = 'pending' and c.id = (a.payload ->> 'accountId')::bigint
      join client_bank_account k on k.id = case a.task
        when 'clearance' then (a.payload ->> 'bankAccountId')::bigint
        else coalesce(${bankAccountOf}, ${defaultOf('c.client_id')}) end
     where a.id = any(${[...approvalIds]}::bigint[]) and a.task in ('withdrawal', 'clearance', 'payout', 'cancellation')`.execute(
    db,
  )
  return new Map(
    rows.map(({ id, bankAccountId, number, holder, whole }) => [
      id,
      { bankAccountId, shown: { number: whole ? number : maskedNumber(number), holder, bank: bankNameOf(number) } },
    ]),
  )
}
