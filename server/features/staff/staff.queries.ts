import { sql } from 'kysely'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type { Role } from '#contract/permissions.ts'
import type { EmployeeDetail, EmployeeRow, getStaffOptions, listStaff } from '#contract/staff.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { fullNameSql, normalizeTextSql } from '#server/core/person-name.ts'
import { matchesStaffSearch } from '#server/domain/staff-search.ts'
import { selectVisibleStaff } from '#server/domain/visibility.ts'

/** By surname and name, as people look for it. */
const nameOrderSql = (table: 'e' | 'm') =>
  normalizeTextSql(sql`${sql.ref(`${table}.surname`)} || ' ' || ${sql.ref(`${table}.name`)}`)

type StaffFilters = ParsedRequest<typeof listStaff.count>['query']

/** Names of the shown columns; those of people and places are in the order of their plain letters. */
export const staffSorts: Record<(typeof listStaff.sortable)[number], string> = {
  fullName: 'nameOrder',
  cvl: 'cvl',
  position: 'positionOrder',
  officeName: 'officeName',
  zoneName: 'zoneName',
  supervisorName: 'supervisorOrder',
  hiredOn: 'hiredOn',
}

/** Of `e`, on a day. Somebody works here on their last day too. */
export const employeeStateSql = (today: string) =>
  sql<
    EmployeeDetail['state']
  >`case when e.terminated_on is null then 'active' when e.terminated_on < ${today} then 'left' else 'leaving' end`

/** The visible staff that match every filter: `e` with their office and zone. */
const queryMatchingStaff = (ctx: Ctx, filters: StaffFilters) => {
  const { search, position, office, zone, supervisor, subcompany, state, hiredFrom, hiredTo } = filters
  return selectVisibleStaff(ctx)
    .innerJoin('office', 'office.id', 'e.officeId')
    .innerJoin('zone', 'zone.id', 'office.zoneId')
    .$if(!!search, (rows) => rows.where(matchesStaffSearch(search!)))
    .$if(!!position, (rows) => rows.where('e.position', 'in', position!))
    .$if(!!office, (rows) => rows.where('e.officeId', 'in', office!))
    .$if(!!zone, (rows) => rows.where('office.zoneId', 'in', zone!))
    .$if(!!supervisor, (rows) => rows.where('e.supervisorId', 'in', supervisor!))
    .$if(!!subcompany, (rows) => rows.where('e.subcompanyId', 'in', subcompany!))
    .$if(!!state, (rows) => rows.where(employeeStateSql(ctx.businessDate), 'in', state!))
    .$if(!!hiredFrom, (rows) => rows.where('e.hiredOn', '>=', hiredFrom!))
    .$if(!!hiredTo, (rows) => rows.where('e.hiredOn', '<=', hiredTo!))
}

/** Those who may sign in here as that CVL, once each. */
const activeAccessSql = sql<{
  cvl: string
  role: Role
}>`(select distinct on (p.cvl) p.cvl, p.role from registry.own_people() p
  where p.cvl is not null and p.ended_at is null and not p.disabled order by p.cvl, p.user_id)`

export const selectStaff = (ctx: Ctx, filters: StaffFilters) =>
  queryMatchingStaff(ctx, filters)
    .leftJoin('employee as m', 'm.id', 'e.supervisorId')
    .leftJoin('subcompany', 'subcompany.id', 'e.subcompanyId')
    .leftJoin(activeAccessSql.as('a'), 'a.cvl', 'e.cvl')
    .select([
      'e.id',
      fullNameSql('e').as('fullName'),
      'e.pictureId',
      'e.cvl',
      sql<EmployeeRow['position']>`e.position::text`.as('position'),
      'office.name as officeName',
      'zone.name as zoneName',
      fullNameSql<string | null>('m').as('supervisorName'),
      'subcompany.name as subcompanyName',
      'e.hiredOn',
      employeeStateSql(ctx.businessDate).as('state'),
      'e.terminatedOn',
      'a.role',
      'e.email',
      'e.phone',
      nameOrderSql('e').as('nameOrder'),
      nameOrderSql('m').as('supervisorOrder'),
      'e.position as positionOrder',
    ])

export const countStaff = (ctx: Ctx, filters: StaffFilters) =>
  queryMatchingStaff(ctx, filters).select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow()

export const findStaffOptions = async (ctx: Ctx): Promise<ResponseBody<typeof getStaffOptions>> => {
  const [offices, zones, subcompanies, people] = await Promise.all([
    ctx.db
      .selectFrom('office')
      .innerJoin('zone', 'zone.id', 'office.zoneId')
      .select(['office.id', 'office.name', 'zone.name as zoneName'])
      .orderBy('office.name')
      .execute(),
    ctx.db.selectFrom('zone').select(['id', 'name']).orderBy('name').execute(),
    ctx.db.selectFrom('subcompany').select(['id', 'name']).orderBy('name').execute(),
    selectVisibleStaff(ctx)
      .where(employeeStateSql(ctx.businessDate), '<>', 'left')
      .select([
        'e.id',
        fullNameSql('e').as('name'),
        'e.cvl',
        sql<EmployeeRow['position']>`e.position::text`.as('position'),
      ])
      .orderBy(nameOrderSql('e'))
      .orderBy('e.id')
      .execute(),
  ])
  return { offices, zones, subcompanies, people }
}
