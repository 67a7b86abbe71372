import { type Kysely, sql } from 'kysely'
import { moduleKeys } from '#contract/permissions.ts'
import type { DB } from '#db/types.ts'
import { recordApprovalRightGains } from './right-gains.ts'
import { buildSubjectRights, findRightsSubjects } from './rights-subjects.ts'

/** Keeps the zones of these offices as they are until the transaction ends: whoever moves in, and who moves the office, see each other. */
export const lockOfficeZones = async (tx: Kysely<DB>, officeIds: readonly string[]): Promise<void> => {
  await sql`select from office where id = any(${[...officeIds]}::bigint[]) order by id for share`.execute(tx)
}

/**
 * Notes that members of staff work in another zone from now on: whoever of them approves by the scope of a zone comes to decide about others
 * than yesterday. In the transaction that moves them, once it has.
 */
export const recordZoneRightGains = async (
  tx: Kysely<DB>,
  { businessDate }: { businessDate: string },
  employeeIds: readonly string[],
  now: number,
): Promise<void> => {
  const subjects = await findRightsSubjects(tx, { employeeIds }, businessDate)
  const gains = subjects.flatMap((subject) => {
    const { userId } = subject
    if (userId === null) return []
    const rights = buildSubjectRights(subject)
    return moduleKeys
      .filter((module) => {
        const action = module === 'bt_Aprobaciones' ? 'view' : 'approve'
        return rights.getDecision(module, action).scopes.includes('zone')
      })
      .map((module) => ({ userId, module }))
  })
  await recordApprovalRightGains(tx, gains, now)
}
