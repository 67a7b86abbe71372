import { type Kysely, sql } from 'kysely'
import type { Role } from '#contract/permissions.ts'
import type { DB } from '#db/types.ts'
import type { Actor } from '#server/core/approval-task.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { findApproverRole } from './approver-role.ts'

/** How many points of bonus interest somebody of the role may give alone, on that day. A role without a limit: none. */
export const findBonusLimit = async (
  db: Kysely<DB>,
  { role, businessDate }: { role: Role; businessDate: string },
): Promise<string> => {
  const found = await db
    .selectFrom('bonusLimit')
    .where('role', '=', role)
    .where('validFrom', '<=', businessDate)
    .orderBy('validFrom', 'desc')
    .limit(1)
    .select('points')
    .executeTakeFirst()
  return found?.points ?? '0.000000'
}

/** Whether so many points are above the limit of every role: direction decides then, as on any guarded change. */
export const isAboveAllBonusLimits = async (
  db: Kysely<DB>,
  { bonusRate, businessDate }: { bonusRate: string; businessDate: string },
): Promise<boolean> => {
  const { rows } = await sql<{ isAbove: boolean }>`
    select ${bonusRate}::numeric > coalesce(max(l.points), 0) as "isAbove"
      from (select distinct on (role) points from bonus_limit where valid_from <= ${businessDate} order by role, valid_from desc) l`.execute(
    db,
  )
  return rows[0]!.isAbove
}

/**
 * `bonus.overLimit` where money would earn more bonus interest by somebody's word than their role may give alone. Direction gives any; a guarded
 * change has asked who decides.
 * See docs/decisions/0097-bonus-interest-limits.md
 */
export const assertWithinBonusLimit = async (
  tx: Kysely<DB>,
  doer: Actor,
  { approvalId, bonusRate }: { approvalId: string; bonusRate: string },
): Promise<void> => {
  const role = await findApproverRole(tx, doer, approvalId)
  if (role === 'direction') return
  const { guarded } = await tx
    .selectFrom('approval')
    .where('id', '=', approvalId)
    .select('guarded')
    .executeTakeFirstOrThrow()
  if (guarded) return
  const limit = await findBonusLimit(tx, { role, businessDate: doer.businessDate })
  if (Number(bonusRate) > Number(limit)) throw buildRefusal('bonus.overLimit')
}
