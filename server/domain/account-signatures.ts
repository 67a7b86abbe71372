import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import { buildRefusal } from '#server/core/errors.ts'

/**
 * Which of these accounts take the signatures of all their holders. Throws `account.allSign` where there is one and nobody has said that they
 * are there.
 * See docs/decisions/0065-joint-account-signatures.md
 */
export const assertAllHoldersSigned = async (
  tx: Kysely<DB>,
  accountIds: readonly string[],
  allSigned: boolean,
): Promise<ReadonlySet<string>> => {
  const asking = await tx
    .selectFrom('account')
    .where('id', '=', sql<string>`any(${[...accountIds]}::bigint[])`)
    .where('signature', '=', 'all')
    .select('id')
    .execute()
  if (asking.length > 0 && !allSigned) throw buildRefusal('account.allSign', { fields: { allSigned: 'required' } })
  return new Set(asking.map(({ id }) => id))
}

/** What is noted of it, in the audit and for whoever decides: nothing of an account that takes any one's. */
export const toSignatureNote = (signed: ReadonlySet<string>, accountId: string) =>
  signed.has(accountId) && { allSigned: true }

/** As whoever decides and the audit read it. */
export const signatureLabels = { one: 'anyHolder', all: 'allHolders' } as const
