import type { Kysely } from 'kysely'
import type { DB } from '#db/types.ts'
import { toCents } from '#rules/cents.ts'
import { buildRefusal } from '#server/core/errors.ts'

/** What a journal takes of an account: the principal that it leaves, in cents, and whether it takes what is owed to the client. */
export type AccountDebit = { accountId: string; principalLeft: bigint; takesPayable: boolean }

/**
 * Money that the bank has not confirmed goes nowhere by a journal that somebody makes, whoever gains: the principal that stays covers it, and what is
 * owed to the client waits, as its payments do. Throws `entry.unconfirmed`. The accounts are locked.
 */
export const assertUnconfirmedMoneyStays = async (tx: Kysely<DB>, taken: readonly AccountDebit[]): Promise<void> => {
  if (taken.length === 0) return
  const rows = await tx
    .selectFrom('unconfirmedContribution')
    .where(
      'accountId',
      'in',
      taken.map(({ accountId }) => accountId),
    )
    .groupBy('accountId')
    .select((eb) => ['accountId', eb.fn.sum<string>('amount').as('amount')])
    .execute()
  for (const { accountId, amount } of rows) {
    const { principalLeft, takesPayable } = taken.find((one) => one.accountId === accountId)!
    if (takesPayable || principalLeft < toCents(amount)) throw buildRefusal('entry.unconfirmed')
  }
}
