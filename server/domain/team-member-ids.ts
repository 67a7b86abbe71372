import type { TeamView } from '#contract/team.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { selectVisibleStaff } from './visibility.ts'

/** One person alone or with everybody under them, as far as the caller sees. Throws 404 for whom they don't see. */
export const findMemberIds = async (
  ctx: Pick<Ctx, 'db' | 'scopes'>,
  employeeId: string,
  view: TeamView,
): Promise<string[]> => {
  const found = await selectVisibleStaff(ctx)
    .innerJoin('employeeTeam as t', 't.employeeId', 'e.id')
    .where('t.supervisorId', '=', employeeId)
    .select('e.id')
    .execute()
  const ids = found.map(({ id }) => id)
  if (!ids.includes(employeeId)) throw buildRefusal('notFound')
  return view === 'team' ? ids : [employeeId]
}
