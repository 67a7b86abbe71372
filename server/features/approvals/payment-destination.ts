import { type Kysely, sql } from 'kysely'
import type { ApprovalDetail } from '#contract/approvals.ts'
import type { DB } from '#db/types.ts'
import { findBankName } from '#rules/bank-names.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { canSeeAccountNumbers } from '#server/domain/account-number-access.ts'
import { maskAccountNumber } from '#server/domain/mask-identifiers.ts'
import { paymentDestinationJoin, paymentTaskNames } from '#server/domain/payment-destination.ts'

type PaymentDestination = { bankAccountId: string; shown: NonNullable<ApprovalDetail['destination']> }

/** The bank accounts that these changes would pay, or have paid, by the ids of the changes. */
export const findPaymentDestinations = async (
  db: Kysely<DB>,
  ctx: Ctx,
  approvalIds: readonly string[],
): Promise<ReadonlyMap<string, PaymentDestination>> => {
  const { rows } = await sql<{
    id: string
    bankAccountId: string
    number: string
    holder: string | null
    whole: boolean
  }>`
    select a.id, k.id as bank_account_id, k.number, k.holder, ${canSeeAccountNumbers(ctx, sql<string>`a.subject_client_id`)} as whole
      from approval a ${paymentDestinationJoin}
     where a.id = any(${[...approvalIds]}::bigint[]) and a.task = any(${[...paymentTaskNames]}::text[])`.execute(db)
  return new Map(
    rows.map(({ id, bankAccountId, number, holder, whole }) => [
      id,
      {
        bankAccountId,
        shown: { number: whole ? number : maskAccountNumber(number), holder, bank: findBankName(number) },
      },
    ]),
  )
}
