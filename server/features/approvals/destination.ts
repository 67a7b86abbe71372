import { type Kysely, sql } from 'kysely'
import type { ApprovalDetail } from '#contract/approvals.ts'
import type { DB } from '#db/types.ts'
import { bankNameOf } from '#rules/bank-names.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { maskedNumber } from '#server/domain/masked.ts'
import { joinDestination, payingTasks } from '#server/domain/payment-destination.ts'
import { seesNumbers } from '#server/domain/sees-numbers.ts'

type Destination = { bankAccountId: string; shown: NonNullable<ApprovalDetail['destination']> }

/** The bank accounts that these changes would pay, or have paid, by the ids of the changes. */
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
      from approval a ${joinDestination}
     where a.id = any(${[...approvalIds]}::bigint[]) and a.task = any(${[...payingTasks]}::text[])`.execute(db)
  return new Map(
    rows.map(({ id, bankAccountId, number, holder, whole }) => [
      id,
      { bankAccountId, shown: { number: whole ? number : maskedNumber(number), holder, bank: bankNameOf(number) } },
    ]),
  )
}
