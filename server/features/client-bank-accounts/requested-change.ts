import { type Kysely, sql } from 'kysely'
import type { BankAccountChangeKind } from '#contract/client-bank-accounts.ts'
import type { DB } from '#db/types.ts'
import { getDefaultAccount, type LockedBankAccounts } from './locked-accounts.ts'

/** A change in this state: `asked` while somebody decides it, `dropped` once nothing came of it. */
export const findBankChange = (tx: Kysely<DB>, changeId: string, state: 'asked' | 'dropped') =>
  tx
    .selectFrom('clientBankChange')
    .where('id', '=', changeId)
    .where('state', '=', state)
    .select(['id', 'clientId', 'kind', 'bankAccountId', 'number', 'holder', 'makesDefault', 'takesOverId', 'defaultId'])
    .select(['sameNumber', 'sameOfJoint', 'otherHolder'])
    .executeTakeFirst()
export type RequestedChange = NonNullable<Awaited<ReturnType<typeof findBankChange>>>

/** Whether the same change waits for somebody's decision. */
export const isChangePending = async (
  tx: Kysely<DB>,
  clientId: string,
  { kind, number }: { kind: BankAccountChangeKind; number: string },
): Promise<boolean> => {
  const { rows } = await sql`select from client_bank_change b join approval p on p.id = b.approval_id
    where b.client_id = ${clientId} and b.kind = ${kind} and b.number = ${number} and b.state = 'asked'`.execute(tx)
  return rows.length > 0
}

/** Whether the client's bank accounts still are those on which the change was proposed, as far as it is about them. */
export const hasUnchangedBankAccounts = (
  { kind, number, bankAccountId, takesOverId, makesDefault, defaultId }: RequestedChange,
  lockedAccounts: LockedBankAccounts,
): boolean => {
  if (kind === 'add' && lockedAccounts.some((one) => one.number === number)) return false
  const neededIds = [kind === 'add' ? null : bankAccountId, takesOverId].filter((id) => id !== null)
  if (!neededIds.every((id) => lockedAccounts.some((one) => one.id === id))) return false
  return (kind === 'add' && !makesDefault) || defaultId === (getDefaultAccount(lockedAccounts)?.id ?? null)
}
