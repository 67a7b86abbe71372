import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import { refuse } from '#server/core/errors.ts'

/** Throws `account.allSign` where one of these accounts takes the signatures of all its holders, and nobody has said that they are there. */
export const refuseUnlessSigned = async (
  tx: Kysely<DB>,
  accountIds: readonly string[],
  allSigned: boolean,
): Promise<void> => {
  if (allSigned) return
  const wanting = await tx
    .selectFrom('account')
    .where('id', '=', sql<string>`any(${[...accountIds]}::bigint[])`)
    .where('signature', '=', 'all')
    .select('id')
    .limit(1)
    .executeTakeFirst()
  if (wanting) throw refuse('account.allSign', { fields: { allSigned: 'required' } })
}
