import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { assertNoRelatedClients, type WritingEmployee } from './conflict-of-interest.ts'
import { selectVisibleHoldings } from './visibility.ts'

type AccountParams = { clientId: string; accountId: string }

/** Nobody else moves these accounts' money until the transaction ends: locked in the order of their ids, whatever theirs here. */
export const lockAccounts = async (tx: Kysely<DB>, accountIds: readonly string[]): Promise<void> => {
  if (accountIds.length === 0) return
  await tx.selectFrom('account').select('id').where('id', 'in', accountIds).orderBy('id').forNoKeyUpdate().execute()
}

/** The accounts as they stand. A statement of its own, so that after a lock it sees what the one before the lock has done. */
export const readAccounts = (db: Kysely<DB>, accountIds: readonly string[]) =>
  db
    .selectFrom('account as a')
    .innerJoin('accountBalance as b', 'b.accountId', 'a.id')
    .innerJoin('product as p', 'p.id', 'a.productId')
    .innerJoin('accountTerms as t', 't.accountId', 'a.id')
    .where('a.id', '=', sql<string>`any(${[...accountIds]}::bigint[])`)
    .select([
      'a.id',
      'a.number',
      'a.clientId',
      'a.status',
      'a.openedOn',
      'a.expiresOn',
      'a.agreedAmount',
      'a.bonusRate',
    ])
    .select(['p.minimum', 'p.maximum', 't.additions', 't.additionDays', 't.earlyWithdrawal'])
    .select(['b.principal', 'b.balance', 'b.payable', 'b.reserved'])
    .execute()

export type LockedAccount = Awaited<ReturnType<typeof readAccounts>>[number]

/** Locks these accounts and reads them: what is read stays so until the transaction ends; those that aren't there are left out. */
export const lockAndReadAccounts = async (tx: Kysely<DB>, accountIds: readonly string[]): Promise<LockedAccount[]> => {
  if (accountIds.length === 0) return []
  await lockAccounts(tx, accountIds)
  return readAccounts(tx, accountIds)
}

/**
 * The account of a client whom the call may write about, locked. 404 unless the client is visible and holds it, `approval.ownRecord` where it
 * is the caller's own or a relative's.
 */
export const lockVisibleAccount = async (
  tx: Kysely<DB>,
  ctx: Pick<Ctx, 'scopes'> & WritingEmployee,
  { clientId, accountId }: AccountParams,
): Promise<LockedAccount> => {
  const seen = await selectVisibleHoldings({ db: tx, scopes: ctx.scopes })
    .where('h.clientId', '=', clientId)
    .where('h.accountId', '=', accountId)
    .select('h.accountId')
    .executeTakeFirst()
  const [account] = seen ? await lockAndReadAccounts(tx, [accountId]) : []
  if (!account) throw buildRefusal('notFound')
  await assertNoRelatedClients(tx, ctx, [account.clientId, clientId])
  return account
}
