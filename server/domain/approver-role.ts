import type { Kysely } from 'kysely'
import type { Role } from '#contract/permissions.ts'
import type { DB } from '#db/types.ts'
import type { Actor } from '#server/core/approval-task.ts'
import { findRightsSubject } from './rights-subjects.ts'

/** Whose limit counts for a decision: that of whoever decides, or of the one for whom they do. */
export const findApproverRole = async (
  tx: Kysely<DB>,
  { person, businessDate }: Pick<Actor, 'person' | 'businessDate'>,
  approvalId: string,
): Promise<Role> => {
  const { onBehalfOfId } = await tx
    .selectFrom('approval')
    .where('id', '=', approvalId)
    .select('onBehalfOfId')
    .executeTakeFirstOrThrow()
  const absent =
    onBehalfOfId === null ? undefined : await findRightsSubject(tx, { employeeId: onBehalfOfId }, businessDate)
  return absent?.role ?? person.role
}
