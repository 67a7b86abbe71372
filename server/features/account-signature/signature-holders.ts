import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { DB } from '#db/types.ts'
import { naturalNameSql, userNameSql } from '#server/core/person-name.ts'
import { lockAccounts } from '#server/domain/lock-account.ts'

const clientNameSql = sql<string>`${naturalNameSql('client')}`

/** Those who sign for an account, in the order in which its page names them. Who may only act on it doesn't say who else signs. */
export const findSigners = (db: Kysely<DB>, accountId: string) =>
  db
    .selectFrom('accountHolder as h')
    .innerJoin('client', 'client.id', 'h.clientId')
    .where('h.accountId', '=', accountId)
    .where('h.role', '<>', 'authorised')
    .select(['h.clientId', 'client.cvl', clientNameSql.as('name')])
    .orderBy('h.role')
    .orderBy('h.clientId')
    .execute()
export type Signer = Awaited<ReturnType<typeof findSigners>>[number]

/** Whose word the account takes now, and nobody else changes it until the transaction ends. */
export const lockSignature = async (tx: Kysely<DB>, accountId: string) => {
  await lockAccounts(tx, [accountId])
  const { status, signature } = await tx
    .selectFrom('account')
    .where('id', '=', accountId)
    .select(['status', 'signature'])
    .executeTakeFirstOrThrow()
  return { status, signature, signers: await findSigners(tx, accountId) }
}

/** The change of the account that waits for a second person. */
export const findPendingSignatureChange = (db: Kysely<DB>, accountId: string, now: number) =>
  db
    .selectFrom('approval')
    .where('entity', '=', 'account')
    .where('entityId', '=', accountId)
    .where('task', '=', 'signature')
    .where('state', '=', 'pending')
    .where('expiresAt', '>', new Date(now).toISOString())
    .select(['id as approvalId', 'madeAt as askedAt'])
    .select([sql<'one' | 'all'>`payload ->> 'signature'`.as('signature'), userNameSql('made_by').as('askerName')])
    .executeTakeFirst()
