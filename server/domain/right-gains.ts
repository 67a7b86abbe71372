import type { Kysely } from 'kysely'
import { minRightAgeHours } from '#contract/approvals.ts'
import type { ModuleKey, Role } from '#contract/permissions.ts'
import type { DB } from '#db/types.ts'
import { defineStatement } from '#server/core/prepared-statement.ts'

/** Whose right to approve, and where; null: in every module. */
export type ApprovalRightGain = { userId: string | null; role: Role | null; module: ModuleKey | null }

const hourMs = 3_600_000
/** Whoever came to a right, or to a second factor, after this decides nothing with it yet. */
export const getRightAgeThreshold = (now: number): string => new Date(now - minRightAgeHours * hourMs).toISOString()

/**
 * Notes that a person, or everybody of a role, comes to a right with which changes are approved: now, or when the right begins. In the
 * transaction that gives it.
 */
export const recordApprovalRightGains = async (
  tx: Kysely<DB>,
  gains: readonly ({ module: ModuleKey | null } & ({ userId: string } | { role: Role }))[],
  now: number,
): Promise<void> => {
  if (gains.length === 0) return
  const at = new Date(now).toISOString()
  // Who may not look at what waits can approve nowhere: the inbox counts for every module.
  const rows = gains.map(({ module, ...whose }) => ({
    ...whose,
    module: module === 'bt_Aprobaciones' ? null : module,
    at,
  }))
  await tx.insertInto('rightGain').values(rows).execute()
}

const findGainsBetween = defineStatement('right gains', (db, { after, until }: { after: string; until: string }) =>
  db
    .selectFrom('rightGain')
    .select(['userId', 'role', 'module'])
    .where('at', '>', after)
    .where('at', '<=', until)
    .compile(),
)

/** The rights that somebody came to within a day. What begins later keeps nobody from what they may decide until then. */
export const findRecentRightGains = async (db: Kysely<DB>, now: number): Promise<ApprovalRightGain[]> =>
  (await findGainsBetween(db, {
    after: getRightAgeThreshold(now),
    until: new Date(now).toISOString(),
  })) as ApprovalRightGain[]

/** Whether one of these gains is how the person may approve in the module. */
export const isRecentlyGainedRight = (
  gains: readonly ApprovalRightGain[],
  { userId, role }: { userId: string | null; role: Role },
  module: ModuleKey,
): boolean =>
  gains.some(
    (gain) =>
      ((gain.userId !== null && gain.userId === userId) || gain.role === role) &&
      (gain.module === null || gain.module === module),
  )
