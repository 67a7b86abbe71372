import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { defineKeyedStatement } from '#server/core/keyed-statement.ts'
import { defineStatement } from '#server/core/prepared-statement.ts'
import { isRelatedClientSql } from './conflict-of-interest.ts'
import { selectVisibleHoldings } from './visibility.ts'

type AccountParams = { clientId: string; accountId: string }

const sendAccountLocks = defineStatement('lock accounts', (db, { accountIds }: { accountIds: readonly string[] }) =>
  db
    .selectFrom('account')
    .select('id')
    .where('id', '=', sql<string>`any(${accountIds}::bigint[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .compile(),
)

/** Nobody else moves these accounts' money until the transaction ends: locked in the order of their ids, whatever theirs here. */
export const lockAccounts = async (tx: Kysely<DB>, accountIds: readonly string[]): Promise<void> => {
  if (accountIds.length > 0) await sendAccountLocks(tx, { accountIds: [...accountIds] })
}

const queryAccounts = (db: Kysely<DB>, accountIds: readonly string[]) =>
  db
    .selectFrom('account as a')
    .innerJoin('accountBalance as b', 'b.accountId', 'a.id')
    .innerJoin('product as p', 'p.id', 'a.productId')
    .innerJoin('accountTerms as t', 't.accountId', 'a.id')
    .where('a.id', '=', sql<string>`any(${accountIds}::bigint[])`)
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

const findAccounts = defineStatement('accounts', (db, { accountIds }: { accountIds: readonly string[] }) =>
  queryAccounts(db, accountIds).compile(),
)

/** The accounts as they stand. A statement of its own, so that after a lock it sees what the one before the lock has done. */
export const readAccounts = (db: Kysely<DB>, accountIds: readonly string[]) =>
  findAccounts(db, { accountIds: [...accountIds] })

export type LockedAccount = Awaited<ReturnType<typeof readAccounts>>[number]

/** Locks these accounts and reads them: what is read stays so until the transaction ends; those that aren't there are left out. */
export const lockAndReadAccounts = async (tx: Kysely<DB>, accountIds: readonly string[]): Promise<LockedAccount[]> => {
  if (accountIds.length === 0) return []
  const [, accounts] = await Promise.all([lockAccounts(tx, accountIds), readAccounts(tx, accountIds)])
  return accounts
}

/** The account where the caller sees the client as its holder, locked; and whether one of its clients is a relative. */
const lockHolding = defineKeyedStatement(
  'lock holding',
  [],
  (ctx, { clientId, accountId, employeeId }: AccountParams & { employeeId: string | null }) => {
    const isRelated = (client: string) =>
      isRelatedClientSql(employeeId, ctx.businessDate, sql<string>`${sql.ref(client)}`)
    return selectVisibleHoldings(ctx)
      .innerJoin('account as a', 'a.id', 'h.accountId')
      .where('h.clientId', '=', clientId)
      .where('h.accountId', '=', accountId)
      .select(sql<boolean>`${isRelated('a.clientId')} or ${isRelated('h.clientId')}`.as('isRelated'))
      .forNoKeyUpdate('a')
  },
)

/**
 * The account of a client whom the call may write about, locked. 404 unless the client is visible and holds it, `approval.ownRecord` where it
 * is the caller's own or a relative's.
 */
export const lockVisibleAccount = async (
  tx: Kysely<DB>,
  { scopes, person, businessDate }: Pick<Ctx, 'scopes' | 'person' | 'businessDate'>,
  params: AccountParams,
): Promise<LockedAccount> => {
  const { employeeId } = person
  const [[held], [account]] = await Promise.all([
    lockHolding({ db: tx, scopes, person, businessDate }, { ...params, employeeId }),
    readAccounts(tx, [params.accountId]),
  ])
  if (!held || !account) throw buildRefusal('notFound')
  if (held.isRelated) throw buildRefusal('approval.ownRecord')
  return account
}
