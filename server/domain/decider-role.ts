import type { Kysely } from 'kysely'
import type { Role } from '#contract/permissions.ts'
import type { DB } from '#db/types.ts'
import type { Doer } from '#server/core/task.ts'
import { findSubject } from './rights-of.ts'

/** Whose limit counts for a decision: that of whoever decides, or of the one for whom they do. */
export const deciderRole = async (
  tx: Kysely<DB>,
  { person, businessDate }: Pick<Doer, 'person' | 'businessDate'>,
  approvalId: string,
): Promise<Role> => {
  const { onBehalfOfId } = await tx
    .selectFrom('approval')
    .where('id', '=', approvalId)
    .select('onBehalfOfId')
    .executeTakeFirstOrThrow()
  const absent = onBehalfOfId === null ? undefined : await findSubject(tx, { employeeId: onBehalfOfId }, businessDate)
  return absent?.role ?? person.role
}
