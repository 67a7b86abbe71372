import { type Kysely, sql } from 'kysely'
import type { PersonRule, Role, RoleGrant } from '#contract/permissions.ts'
import { getRoleOfPosition } from '#contract/rights.ts'
import type { DB } from '#db/types.ts'
import { buildRights, type Rights } from '#server/core/rights.ts'
import { activePersonRulesSql } from './active-person-rules.ts'

/** Somebody whose rights are looked at from outside: a user of the prefix, or a member of staff without access of their own. */
export type RightsSubject = {
  userId: string | null
  employeeId: string | null
  role: Role
  zoneId: string | null
  team: string[]
  matrix: RoleGrant[]
  rules: PersonRule[]
}

type SubjectSelection =
  | { userId: string }
  | { userIds: readonly string[] }
  | { employeeId: string }
  | { employeeIds: readonly string[] }
type SubjectRow = Omit<RightsSubject, 'role'> & { role: Role | null; position: string | null }

const toRightsSubject = ({ position, ...row }: SubjectRow): RightsSubject => ({
  ...row,
  role: row.role ?? getRoleOfPosition(position ?? 'user'),
})

/** What the database has of the rights of those who are there today; whoever isn't, or not any more, has no row. */
export const findRightsSubjects = async (
  db: Kysely<DB>,
  who: SubjectSelection,
  businessDate: string,
): Promise<RightsSubject[]> => {
  const userIds = 'userId' in who ? [who.userId] : 'userIds' in who ? [...who.userIds] : undefined
  const employeeIds = 'employeeId' in who ? [who.employeeId] : 'employeeIds' in who ? [...who.employeeIds] : []
  const person = userIds ? sql`p.user_id = any(${userIds}::bigint[])` : sql`e.id = any(${employeeIds}::bigint[])`
  const { rows } = await sql<SubjectRow>`
    select p.user_id::text as "userId", e.id::text as "employeeId", p.role, e.position::text as position, o.zone_id::text as "zoneId",
           array(select t.employee_id::text from employee_team t where t.supervisor_id = e.id) as team,
           coalesce((select json_agg(json_build_object('role', role, 'module', module, 'actions', actions, 'scope', scope)) from role_grant), '[]') as matrix,
           ${activePersonRulesSql(businessDate)} as rules
      from (select * from registry.own_people() where ended_at is null and not disabled) p
      full join (select * from employee where terminated_on is null or terminated_on >= ${businessDate}) e on e.cvl = p.cvl
      left join office o on o.id = e.office_id
     where ${person}`.execute(db)
  return rows.map(toRightsSubject)
}

/**
 * What the database has of somebody's rights today; undefined where nobody is there, or no more. Inside a transaction it sees what that
 * has changed, so a change can be judged by what it leaves behind.
 */
export const findRightsSubject = async (
  db: Kysely<DB>,
  who: { userId: string } | { employeeId: string },
  businessDate: string,
): Promise<RightsSubject | undefined> => (await findRightsSubjects(db, who, businessDate))[0]

export const buildSubjectRights = (subject: RightsSubject): Rights =>
  buildRights(subject, { employeeId: subject.employeeId, team: subject.team, zoneId: subject.zoneId })
