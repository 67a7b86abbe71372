import { sql } from 'kysely'
import type { FigureRest } from '#contract/figures/keys.ts'
import type { ModuleKey } from '#contract/permissions.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { fullNameSql } from '#server/core/person-name.ts'
import { type FigureFilters, type FigurePeople, resolvePeople } from './figure-scope.ts'
import { selectVisibleStaff } from './visibility.ts'

export type StaffWithTeam = { id: string; name: string; supervisorId: string | null; members: string[] }

/** Everybody in reach, or of the people chosen, with whom they have under them, themselves among them. */
export const findStaffWithTeams = (ctx: Ctx, people: FigurePeople): Promise<StaffWithTeam[]> =>
  selectVisibleStaff(ctx)
    .$if(people !== null, (staff) => staff.where('e.id', '=', sql<string>`any(${[...(people ?? [])]}::bigint[])`))
    .select(['e.id', 'e.supervisorId', fullNameSql('e').as('name')])
    .select(
      sql<string[]>`array(select t.employee_id::text from employee_team t where t.supervisor_id = e.id)`.as('members'),
    )
    .orderBy(fullNameSql('e'))
    .orderBy('e.id')
    .execute()

/** Whose direct reports are the teams: whoever is chosen, else the caller who has any; else the one at the top, if it is one. */
export const findTeamHead = (
  ctx: Pick<Ctx, 'person'>,
  staff: readonly StaffWithTeam[],
  of: string | undefined,
): StaffWithTeam | null => {
  const isOver = (person: StaffWithTeam | undefined): person is StaffWithTeam =>
    person !== undefined && staff.some(({ supervisorId }) => supervisorId === person.id)
  const byId = new Map(staff.map((person) => [person.id, person]))
  const own = byId.get(of ?? ctx.person.membership.employeeId ?? '')
  if (of !== undefined || isOver(own)) return own ?? null
  const tops = staff.filter((person) => isOver(person) && !byId.has(person.supervisorId ?? ''))
  return tops.length === 1 ? tops[0]! : null
}

/** Those who report to the head, each with their team. */
export const listTeams = (staff: readonly StaffWithTeam[], head: StaffWithTeam | null): StaffWithTeam[] => {
  const ids = new Set(staff.map(({ id }) => id))
  return staff.filter(({ supervisorId }) => (head ? supervisorId === head.id : !ids.has(supervisorId ?? '')))
}

/** The screens on which everybody else has a line. */
const restModules = { people: 'bt_Dashboard4', teams: 'bt_PanelDireccion' } as const satisfies Record<
  FigureRest,
  ModuleKey
>

/** Everybody who is told of on the lines of a screen before its rest. Throws 404 where that screen isn't the caller's to see. */
export const findListedIds = async (
  ctx: Ctx,
  rest: FigureRest,
  { of, view }: Pick<FigureFilters, 'of' | 'view'>,
): Promise<string[]> => {
  const { rights } = ctx.person
  const module = restModules[rest]
  if (!rights.may(module, 'view')) throw buildRefusal('notFound')
  const seen = { ...ctx, scopes: rights.getScopes(module, 'view') }
  const staff = await findStaffWithTeams(seen, await resolvePeople(seen, { of, view }))
  if (rest === 'people') return staff.map(({ id }) => id)
  return listTeams(staff, findTeamHead(seen, staff, of)).flatMap(({ members }) => members)
}
