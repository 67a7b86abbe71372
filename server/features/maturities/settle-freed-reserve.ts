import { type Kysely, sql } from 'kysely'
import type { MaturityReason } from '#contract/maturities.ts'
import type { DB } from '#db/types.ts'
import { centsToAmount, toCents } from '#rules/cents.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import { lockAccounts } from '#server/domain/lock-account.ts'
import { createPaymentOrder } from '#server/domain/payment-orders.ts'
import { hasPendingPayoutApproval } from '#server/domain/payout-task.ts'
import { moveToPayable, refreshHolderRows } from './mature-account.ts'

const freedReserveReason: MaturityReason = 'reserveFreed'

/** Matured accounts of which a withdrawal under way held a part, by ascending id. */
export const findAccountsWithReserve = async (db: Kysely<DB>): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select m.account_id as id from maturity m join account_balance b on b.account_id = m.account_id
     where m.reserved > 0 and (b.reserved < m.reserved or b.principal + b.interest > b.reserved) order by m.account_id`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

const lockReservedAccount = async (tx: Kysely<DB>, accountId: string) => {
  await lockAccounts(tx, [accountId])
  return tx
    .selectFrom('maturity as m')
    .innerJoin('accountBalance as b', 'b.accountId', 'm.accountId')
    .where('m.accountId', '=', accountId)
    .where('m.reserved', '>', '0')
    .select(['m.outcome', 'm.releasedAt', 'm.payable', 'm.journalId', 'm.reserved as before'])
    .select(['b.balance', 'b.reserved'])
    .forUpdate('m')
    .executeTakeFirst()
}

/**
 * What a withdrawal held over its account's maturity and gave up since follows the rest: paid where that was paid, else it waits in the payable for
 * an instruction. Answers the number of its journals.
 */
export const settleFreedReserve = async (
  tx: Kysely<DB>,
  accountId: string,
  { day, at }: { day: string; at: string },
): Promise<number> => {
  const found = await lockReservedAccount(tx, accountId)
  if (!found) return 0
  const waits = found.outcome === 'parked' && found.releasedAt === null
  // Somebody decides on what waits: its amount stays as they see it. The next night comes back.
  if (waits && found.journalId !== null && (await hasPendingPayoutApproval(tx, found.journalId))) return 0
  const free = toCents(found.balance) - toCents(found.reserved)
  const key = `freed:${found.before}`
  const journalId = await moveToPayable(tx, accountId, free, { valueDate: day, day, key })
  const { reserved } = found
  if (journalId === null)
    await tx.updateTable('maturity').set({ reserved }).where('accountId', '=', accountId).execute()
  else if (found.outcome === 'paid') {
    await createPaymentOrder(tx, { accountId, amount: centsToAmount(free), kind: 'maturity', journalId }, at)
    const payable = centsToAmount(toCents(found.payable) + free)
    await tx.updateTable('maturity').set({ reserved, payable }).where('accountId', '=', accountId).execute()
  } else {
    const payable = centsToAmount((waits ? toCents(found.payable) : 0n) + free)
    const reasons = sql<string[]>`case when ${waits} then reasons else '{}' end || array[${freedReserveReason}]::text[]`
    const suspension = { outcome: 'parked', releasedAt: null, journalId, payable, reserved, reasons } as const
    await tx.updateTable('maturity').set(suspension).where('accountId', '=', accountId).execute()
  }
  if (journalId === null) return 0
  const after = { freed: centsToAmount(free), reserved }
  await recordAuditEvent(tx, null, { action: 'maturity.reserveFreed', entity: 'account', entityId: accountId, after })
  await refreshHolderRows(tx, accountId)
  return 1
}
