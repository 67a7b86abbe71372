import { type SqlBool, sql } from 'kysely'
import type { Answer } from '#contract/core/endpoint.ts'
import type { listTeamPeople } from '#contract/team.ts'
import { searchText } from '#rules/search-text.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import { fullName } from '#server/domain/client-columns.ts'
import { visibleStaff } from '#server/domain/visibility.ts'

export type Member = {
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
export const periodsOf = (businessDate: string) => ({
  month: `${businessDate.slice(0, 7)}-01`,
  year: `${businessDate.slice(0, 4)}-01-01`,
})

const seen = (ctx: Ctx) =>
  visibleStaff(ctx)
    .innerJoin('office', 'office.id', 'e.officeId')
    .select([
      'e.id',
      'e.cvl',
      'e.supervisorId',
      'e.terminatedOn',
      'office.name as officeName',
      fullName('e').as('name'),
      sql<string>`e.position::text`.as('position'),
    ])

/** One person and those who report to them; without a person, those at the top. Somebody who left in an earlier year has no card. */
export const findLevel = async (ctx: Ctx, of: string | null): Promise<Member[]> => {
  const { year } = periodsOf(ctx.businessDate)
  const chosen = sql<SqlBool>`case when ${of}::bigint is null then not exists (select from seen b where b.id = s.supervisor_id)
    else s.id = ${of}::bigint or s.supervisor_id = ${of}::bigint end`
  const rows = await ctx.db
    .with('seen', () => seen(ctx))
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
    .sort((a, b) => (searchText(a.name) < searchText(b.name) ? -1 : 1))
}

/** Those above somebody whom the caller sees: who has most people under them first. */
export const findAbove = (ctx: Ctx, of: string): Promise<{ id: string; name: string }[]> =>
  visibleStaff(ctx)
    .innerJoin('employeeTeam as t', 't.supervisorId', 'e.id')
    .where('t.employeeId', '=', of)
    .where('e.id', '<>', of)
    .select(['e.id', fullName('e').as('name')])
    .orderBy(sql`(select count(*) from employee_team u where u.supervisor_id = e.id)`, 'desc')
    .execute()

export const findPeople = async (ctx: Ctx): Promise<Answer<typeof listTeamPeople>> => {
  const { year } = periodsOf(ctx.businessDate)
  const people = await seen(ctx)
    .where((eb) => eb.or([eb('e.terminatedOn', 'is', null), eb('e.terminatedOn', '>=', year)]))
    .execute()
  return {
    people: people
      .map(({ id, name, cvl, position }) => ({ id, name, cvl, position }))
      .sort((a, b) => (searchText(a.name) < searchText(b.name) ? -1 : 1)),
  }
}

/** One person alone or with everybody under them, as far as the caller sees. Throws 404 for whom they don't see. */
export const findMembers = async (ctx: Ctx, employeeId: string, view: 'individual' | 'team'): Promise<string[]> => {
  const found = await visibleStaff(ctx)
    .innerJoin('employeeTeam as t', 't.employeeId', 'e.id')
    .where('t.supervisorId', '=', employeeId)
    .select('e.id')
    .execute()
  const ids = found.map(({ id }) => id)
  if (!ids.includes(employeeId)) throw refuse('notFound')
  return view === 'team' ? ids : [employeeId]
}
