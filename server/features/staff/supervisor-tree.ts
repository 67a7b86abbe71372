import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { fullNameSql } from '#server/core/person-name.ts'
import { selectVisibleStaff } from '#server/domain/visibility.ts'
import { employeeStateSql } from './staff.queries.ts'

/** Whom each member of staff reports to; null at the top. */
export type SupervisorTree = Map<string, string | null>

/** Lets one change of the tree, or of who works here, happen at a time: what it reads holds until it is done. */
export const lockSupervisorTree = (tx: Kysely<DB>) => sql`select lock_employee_tree()`.execute(tx)

/** For additions, which change nobody's place: they wait for changes of the tree, not for each other. */
export const shareSupervisorTree = (tx: Kysely<DB>) => sql`select share_employee_tree()`.execute(tx)

/** A move that waits for its day. */
export const selectWaitingMoves = (tx: Kysely<DB>) =>
  tx
    .selectFrom('supervisorMove as v')
    .where('v.appliedAt', 'is', null)
    .where('v.canceledAt', 'is', null)
    .where('v.failure', 'is', null)

/** The tree as it will be on that day, if what is planned until then comes about. */
export const findTreeOnDay = async (tx: Kysely<DB>, day: string): Promise<SupervisorTree> => {
  const staff = await tx.selectFrom('employee').select(['id', 'supervisorId']).execute()
  const moves = await selectWaitingMoves(tx)
    .where('v.effectiveOn', '<=', day)
    .select(['v.employeeId', 'v.supervisorId'])
    .orderBy('v.effectiveOn')
    .orderBy('v.id')
    .execute()
  const tree: SupervisorTree = new Map(staff.map(({ id, supervisorId }) => [id, supervisorId]))
  for (const { employeeId, supervisorId } of moves)
    if (!wouldMakeCycle(tree, employeeId, supervisorId)) tree.set(employeeId, supervisorId)
  return tree
}

/** True where somebody would be among those they report to, at any height. */
export const wouldMakeCycle = (tree: SupervisorTree, employeeId: string, supervisorId: string | null): boolean => {
  for (let above = supervisorId; above !== null; above = tree.get(above) ?? null) if (above === employeeId) return true
  return false
}

/**
 * Somebody inside the caller’s scope who works here and stays. Refuses the field `supervisorId` otherwise: unknown, or leaving.
 */
export const assertSupervisorVisible = async (ctx: Ctx, supervisorId: string | null): Promise<void> => {
  if (supervisorId === null) return
  const found = await selectVisibleStaff(ctx)
    .where('e.id', '=', supervisorId)
    .where(employeeStateSql(ctx.businessDate), '<>', 'left')
    .select('e.terminatedOn')
    .executeTakeFirst()
  if (!found) throw buildRefusal('request.invalid', { fields: { supervisorId: 'unknown' } })
  // Who has a last day can't take anybody on, however far it is: they would have to be moved again before it.
  if (found.terminatedOn !== null) throw buildRefusal('request.invalid', { fields: { supervisorId: 'leaving' } })
}

/** Whether somebody at that place would be inside the scope of the call: nobody puts a record where they don't see it. */
export const canPlaceEmployee = ({ scopes }: Ctx, supervisorId: string | null, zoneId: string): boolean =>
  scopes.every(
    (reach) => reach.all || (supervisorId !== null && reach.staffIds.includes(supervisorId)) || reach.zoneId === zoneId,
  )

/** The CVL of a member of staff: what the audit calls them. */
export const findCvl = async (tx: Kysely<DB>, employeeId: string | null): Promise<string | null> => {
  if (employeeId === null) return null
  const { cvl } = await tx.selectFrom('employee').select('cvl').where('id', '=', employeeId).executeTakeFirstOrThrow()
  return cvl
}

/** Name and CVL of a member of staff, as whoever decides about them reads it; nobody is a dash. */
export const findNameAndCvl = async (tx: Kysely<DB>, employeeId: string | null): Promise<string> => {
  if (employeeId === null) return '–'
  const found = await tx
    .selectFrom('employee as e')
    .where('e.id', '=', employeeId)
    .select(['e.cvl', fullNameSql('e').as('name')])
    .executeTakeFirstOrThrow()
  return `${found.name} · ${found.cvl}`
}
