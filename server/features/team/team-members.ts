import { type SqlBool, sql } from 'kysely'
import type { ResponseBody } from '#contract/core/endpoint.ts'
import type { listTeamPeople } from '#contract/team.ts'
import { toSearchText } from '#rules/search-text.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { fullNameSql } from '#server/core/person-name.ts'
import { selectVisibleStaff } from '#server/domain/visibility.ts'

export type TeamMember = {
  id: string
  cvl: string
  name: string
  position: string
  officeName: string
  leftOn: string | null
  reports: number
  /** Everybody under them whom the caller sees, themselves included. */
  members: string[]
  /** Whether that is everybody under them. */
  whole: boolean
}

/** The first days of the running month and year. */
export const getPeriodStarts = (businessDate: string) => ({
  month: `${businessDate.slice(0, 7)}-01`,
  year: `${businessDate.slice(0, 4)}-01-01`,
})

const selectVisibleMembers = (ctx: Ctx) =>
  selectVisibleStaff(ctx)
    .innerJoin('office', 'office.id', 'e.officeId')
    .select([
      'e.id',
      'e.cvl',
      'e.supervisorId',
      'e.terminatedOn',
      'office.name as officeName',
      fullNameSql('e').as('name'),
      sql<string>`e.position::text`.as('position'),
    ])

/** One person and those who report to them; without a person, those at the top. Somebody who left in an earlier year has no card. */
export const findTeamLevel = async (ctx: Ctx, of: string | null): Promise<TeamMember[]> => {
  const { year } = getPeriodStarts(ctx.businessDate)
  const chosen = sql<SqlBool>`case when ${of}::bigint is null then not exists (select from seen b where b.id = s.supervisor_id)
    else s.id = ${of}::bigint or s.supervisor_id = ${of}::bigint end`
  const rows = await ctx.db
    .with('seen', () => selectVisibleMembers(ctx))
    .selectFrom('seen as s')
    .where(chosen)
    .where(sql<SqlBool>`(s.id = ${of}::bigint or s.terminated_on is null or s.terminated_on >= ${year}::date)`)
    .select([
      's.id',
      's.cvl',
      's.name',
      's.position',
      's.officeName',
      sql<string | null>`case when s.terminated_on < ${ctx.businessDate}::date then s.terminated_on end`.as('leftOn'),
      sql<number>`(select count(*)::int from seen u where u.supervisor_id = s.id)`.as('reports'),
      sql<
        string[]
      >`array(select t.employee_id::text from employee_team t join seen u on u.id = t.employee_id where t.supervisor_id = s.id)`.as(
        'members',
      ),
      sql<number>`(select count(*)::int from employee_team t where t.supervisor_id = s.id)`.as('everybody'),
    ])
    .execute()
  return rows
    .map(({ everybody, ...member }) => ({ ...member, whole: member.members.length === everybody }))
    .sort((a, b) => (toSearchText(a.name) < toSearchText(b.name) ? -1 : 1))
}

/** Those above somebody whom the caller sees: who has most people under them first. */
export const findSupervisors = (ctx: Ctx, of: string): Promise<{ id: string; name: string }[]> =>
  selectVisibleStaff(ctx)
    .innerJoin('employeeTeam as t', 't.supervisorId', 'e.id')
    .where('t.employeeId', '=', of)
    .where('e.id', '<>', of)
    .select(['e.id', fullNameSql('e').as('name')])
    .orderBy(sql`(select count(*) from employee_team u where u.supervisor_id = e.id)`, 'desc')
    .execute()

export const findTeamPeople = async (ctx: Ctx): Promise<ResponseBody<typeof listTeamPeople>> => {
  const { year } = getPeriodStarts(ctx.businessDate)
  const people = await selectVisibleMembers(ctx)
    .where((eb) => eb.or([eb('e.terminatedOn', 'is', null), eb('e.terminatedOn', '>=', year)]))
    .execute()
  return {
    people: people
      .map(({ id, name, cvl, position }) => ({ id, name, cvl, position }))
      .sort((a, b) => (toSearchText(a.name) < toSearchText(b.name) ? -1 : 1)),
  }
}
