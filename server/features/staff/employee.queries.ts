import { type RawBuilder, sql } from 'kysely'
import type { ParsedRequest } from '#contract/core/endpoint.ts'
import type { AdjacentColleague, EmployeeDetail, getEmployee } from '#contract/staff.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { fullNameSql } from '#server/core/person-name.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { pendingAccountChangeSql } from '#server/domain/pending-account-change.ts'
import { selectVisibleStaff } from '#server/domain/visibility.ts'
import { waitingOfficeSql } from './office-move-task.ts'
import { employeeStateSql } from './staff.queries.ts'
import { waitingMoveSql } from './waiting-move.ts'

type EmployeeDetailRow = EmployeeDetail

/** The employee of the address, inside the caller's scope and locked for a change; 404 for anybody else. */
export const lockEmployee = async (ctx: Pick<Ctx, 'db' | 'scopes'>, employeeId: string) => {
  const found = await selectVisibleStaff(ctx)
    .where('e.id', '=', employeeId)
    .selectAll('e')
    .forUpdate('e')
    .executeTakeFirst()
  if (!found) throw buildRefusal('notFound')
  return found
}

/** Whose page opens for the caller stands beside who they are: a link to what isn't there for them would be none. */
const neighbourSql = (ctx: Ctx, table: string) =>
  sql`json_build_object('opens', ${sql.ref(`${table}.id`)} in (${selectVisibleStaff(ctx).select('e.id')}), 'id', ${sql.ref(`${table}.id`)}::text, 'name', ${fullNameSql(table)}, 'cvl', ${sql.ref(`${table}.cvl`)}, 'position', ${sql.ref(`${table}.position`)})`

const jsonListSql = <Row>(row: RawBuilder<unknown>, from: RawBuilder<unknown>, order: string) =>
  sql<Row[]>`coalesce((select json_agg(${row} order by ${sql.raw(order)}) ${from}), '[]')`

/** Who reports to them, and whom a move that waits will bring. */
const reportsSql = (ctx: Ctx) =>
  jsonListSql<AdjacentColleague>(
    neighbourSql(ctx, 'r'),
    sql`from employee r where (r.terminated_on is null or r.terminated_on >= ${ctx.businessDate}) and (r.supervisor_id = e.id or exists (
      select from supervisor_move w where w.employee_id = r.id and w.supervisor_id = e.id
         and w.applied_at is null and w.canceled_at is null and w.failure is null))`,
    'r.surname, r.name, r.id',
  )

const moveSql = sql`json_build_object('id', v.id::text, 'fromName', ${fullNameSql('f')}, 'supervisorId', v.supervisor_id::text, 'supervisorName', ${fullNameSql('s')},
  'effectiveOn', v.effective_on, 'reason', v.reason, 'failure', v.failure)`
const moveListSql = (which: string, order: string) =>
  jsonListSql<EmployeeDetailRow['moves'][number]>(
    moveSql,
    sql`from supervisor_move v left join employee f on f.id = v.from_id left join employee s on s.id = v.supervisor_id
       where v.employee_id = e.id and v.canceled_at is null and ${sql.raw(which)}`,
    order,
  )

/** How many clients they look after, in each way. */
const clientCountsSql = jsonListSql<EmployeeDetailRow['clients'][number]>(
  sql`json_build_object('role', n.role, 'count', n.count)`,
  sql`from (select role, count(*)::int as count from client_staff l where l.employee_id = e.id and l.valid_to is null group by role) n`,
  'n.role',
)

const accessSql = sql<
  EmployeeDetailRow['access']
>`(select json_build_object('userId', p.user_id::text, 'username', p.username, 'role', p.role,
    'endedAt', to_char(p.ended_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'disabled', p.disabled)
  from registry.own_people() p where p.cvl = e.cvl order by p.ended_at nulls first, p.user_id limit 1)`

/** Whom they have declared, and who has declared them. A relative outside the caller's scope is a name. */
const relativesSql = (ctx: Ctx) =>
  jsonListSql<EmployeeDetailRow['relatives'][number]>(
    sql`json_build_object('id', d.id::text, 'relation', d.relation, 'name', coalesce(${fullNameSql('r')}, ${fullNameSql('k')}), 'employeeId', seen.id::text)`,
    sql`from declared_relative d
        left join employee r on r.id = case when d.employee_id = e.id then d.relative_employee_id else d.employee_id end
        left join client k on k.id = d.relative_client_id
        left join (${selectVisibleStaff(ctx).select('e.id')}) seen on seen.id = r.id
       where d.ended_at is null and e.id in (d.employee_id, d.relative_employee_id)`,
    'd.id',
  )

const maskedColumnSql = (column: string) => sql<string | null>`'···· ' || right(${sql.ref(`d.${column}`)}, 4)`

/** One member of staff with all that belongs to them; 404 outside the caller's scope. */
export const findEmployee = async (
  ctx: Ctx,
  { params }: ParsedRequest<typeof getEmployee>,
  { deps }: HttpContext,
): Promise<EmployeeDetailRow> => {
  const found = await selectVisibleStaff(ctx)
    .where('e.id', '=', params.employeeId)
    .innerJoin('office', 'office.id', 'e.officeId')
    .innerJoin('zone', 'zone.id', 'office.zoneId')
    .leftJoin('subcompany', 'subcompany.id', 'e.subcompanyId')
    .leftJoin('employee as s', 's.id', 'e.supervisorId')
    .leftJoin('employeeDetail as d', 'd.employeeId', 'e.id')
    .select([
      'e.id',
      'e.cvl',
      'e.pictureId',
      'e.version',
      'e.name',
      'e.surname',
      'e.officeId',
      'e.subcompanyId',
      'e.email',
      'e.phone',
    ])
    .select(['e.hiredOn', 'e.terminatedOn', 'd.phone2', 'd.dataSource', 'd.employmentType', 'd.workSchedule'])
    .select(['d.probationEndOn', 'd.contractEndOn', 'd.personalEmail', 'd.birthDate', 'd.maritalStatus', 'd.gender'])
    .select(['d.children', 'd.nationality', 'd.terminationReason'])
    .select(['d.streetType', 'd.street', 'd.streetNumber', 'd.floor', 'd.door', 'd.postalCode', 'd.town', 'd.province'])
    .select(['office.name as officeName', 'zone.name as zoneName', 'subcompany.name as subcompanyName'])
    .select([
      sql<EmployeeDetailRow['position']>`e.position::text`.as('position'),
      sql<string | null>`trim_scale(d.weekly_hours)::text`.as('weeklyHours'),
      sql<AdjacentColleague | null>`case when s.id is not null then ${neighbourSql(ctx, 's')} end`.as('supervisor'),
      employeeStateSql(ctx.businessDate).as('state'),
      sql<boolean>`e.id is not distinct from ${ctx.person.employeeId}::bigint`.as('ownRecord'),
      maskedColumnSql('iban').as('iban'),
      maskedColumnSql('payrollAccount').as('payrollAccount'),
      maskedColumnSql('socialSecurityNumber').as('socialSecurityNumber'),
      reportsSql(ctx).as('reports'),
      moveListSql('v.applied_at is null and v.failure is null', 'v.effective_on, v.id').as('planned'),
      moveListSql('(v.applied_at is not null or v.failure is not null)', 'v.effective_on desc, v.id desc').as('moves'),
      clientCountsSql.as('clients'),
      pendingAccountChangeSql(new Date(deps.clock()).toISOString()).as('accountChange'),
      waitingMoveSql(new Date(deps.clock()).toISOString()).as('moveWaiting'),
      waitingOfficeSql(new Date(deps.clock()).toISOString()).as('officeWaiting'),
      accessSql.as('access'),
      relativesSql(ctx).as('relatives'),
    ])
    .executeTakeFirst()
  if (!found) throw buildRefusal('notFound')
  const { streetType, street, streetNumber, floor, door, postalCode, town, province, ...rest } = found
  const { iban, payrollAccount, socialSecurityNumber, ...shown } = rest
  return {
    ...shown,
    address: { streetType, street, streetNumber, floor, door, postalCode, town, province },
    secrets: { iban, payrollAccount, socialSecurityNumber },
  }
}
