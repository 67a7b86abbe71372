import { type Kysely, sql } from 'kysely'
import type { ApprovalRow } from '#contract/approvals.ts'
import type { PersonRule, Role, RoleGrant } from '#contract/permissions.ts'
import { decidePermission } from '#contract/rights.ts'
import type { DB } from '#db/types.ts'
import type { Actor, ApprovalTask } from '#server/core/approval-task.ts'
import { defineStatement } from '#server/core/prepared-statement.ts'
import { activePersonRulesSql } from './active-person-rules.ts'
import { approvalSubjectColumns } from './approval-subjects.ts'
import { conflictOfInterestSql } from './conflict-of-interest.ts'
import { notifyUsers } from './notify-user.ts'
import { isSubstitutionAgreed } from './substitution-consent.ts'

/** Nobody is helped by more people being told: the nearest ones are. */
const maxNotifiedUsers = 50

type ApproverCandidate = {
  userId: string
  employeeId: string | null
  role: Role
  /** How the person stands to the member of staff with whom the change lies. */
  isIt: boolean
  leads: boolean
  sameZone: boolean
  rules: PersonRule[]
}

/** Everybody who works here but the maker and those too near, as they stand to the change. */
const findApproverCandidates = defineStatement(
  'approver candidates',
  (db, { module, approvalId, today }: { module: string; approvalId: string; today: string }) =>
    sql<ApproverCandidate>`
    select p.user_id::text as "userId", e.id::text as "employeeId", p.role, coalesce(e.id = a.lies_with_id, false) as "isIt",
           exists (select from employee_team t where t.supervisor_id = e.id and t.employee_id = a.lies_with_id) as leads,
           coalesce(o.zone_id = wo.zone_id, false) as "sameZone",
           ${activePersonRulesSql(today, sql`r.module in (${module}, 'bt_Aprobaciones')`)} as rules
      from approval a
      cross join registry.own_people() p
      left join employee e on e.cvl = p.cvl and (e.terminated_on is null or e.terminated_on >= ${today})
      left join office o on o.id = e.office_id
      left join employee w on w.id = a.lies_with_id
      left join office wo on wo.id = w.office_id
     where a.id = ${approvalId} and p.ended_at is null and not p.disabled and p.user_id <> a.made_by
       and not ${conflictOfInterestSql({ userId: sql`p.user_id`, employeeId: sql`e.id` }, approvalSubjectColumns, today)}
     order by p.user_id`.compile(db),
)

const findRoleGrants = defineStatement('role grants', (db, _values: object) =>
  db.selectFrom('roleGrant').select(['role', 'module', 'actions', 'scope']).compile(),
)

/** Answers for a change of the task, whatever their rights (`Task.answers`). */
const isResponsibleFor = ({ isIt, leads }: ApproverCandidate, { soleDecider }: ApprovalTask): boolean =>
  (soleDecider !== undefined && isIt) || (soleDecider === 'line' && leads)

/** How near the change is to whoever may decide it: the one with whom it lies first. Undefined where they may not. */
const rankApprover = (candidate: ApproverCandidate, task: ApprovalTask, matrix: RoleGrant[]): number | undefined => {
  const { role, rules, isIt, leads, sameZone } = candidate
  const known = { role, matrix, rules }
  if (!decidePermission(known, 'bt_Aprobaciones', 'view').allowed) return undefined
  if (isResponsibleFor(candidate, task)) return isIt ? 0 : 1
  const { module } = task
  const { scopes } = decidePermission(known, module, 'approve')
  const held = { own: isIt, team: isIt || leads, zone: sameZone, all: true }
  const ranks = (['own', 'team', 'zone', 'all'] as const).filter((scope) => scopes.includes(scope) && held[scope])
  if (ranks.length === 0) return undefined
  return isIt ? 0 : leads ? 1 : sameZone ? 2 : 3
}

/** Who stands in today for one of these, unless they made it, are too near, or were named without the absent one's agreement. */
const findApproverSubstitutes = async (
  tx: Kysely<DB>,
  { secondFactor, guarded }: ApprovalTask,
  approvalId: string,
  absentIds: readonly string[],
  today: string,
) => {
  const absentUser = sql`(select o.user_id from registry.own_people() o join employee x on x.cvl = o.cvl where x.id = s.absent_id)`
  const { rows } = await sql<{ userId: string }>`
    select distinct p.user_id::text as "userId"
      from approval a
      cross join substitution s
      join employee e on e.id = s.substitute_id
      join registry.own_people() p on p.cvl = e.cvl and p.ended_at is null and not p.disabled
     where a.id = ${approvalId} and s.absent_id = any(${[...absentIds]}::bigint[]) and s.ended_at is null
       and s.from_on <= ${today} and s.to_on >= ${today} and p.user_id <> a.made_by and s.created_by <> a.made_by
       and (not a.guarded or s.created_by = ${absentUser})
       and (${isSubstitutionAgreed(absentUser)} or (not ${secondFactor || guarded === true} and s.absent_id = a.lies_with_id))
       and not ${conflictOfInterestSql({ userId: sql`p.user_id`, employeeId: sql`e.id` }, approvalSubjectColumns, today)}`.execute(
    tx,
  )
  return rows.map(({ userId }) => userId)
}

/** Of those who may decide it, those of direction, or who answer for it, where there are any; without them a guarded change takes two. */
const selectGuardedApprovers = <C extends ApproverCandidate>(
  checkers: readonly C[],
  task: ApprovalTask,
  guarded: boolean,
): readonly C[] => {
  if (!guarded) return checkers
  const enough = checkers.filter((one) => one.role === 'direction' || isResponsibleFor(one, task))
  if (enough.length > 0) return enough
  return checkers.length > 1 ? checkers : []
}

/**
 * Tells those who may decide a change that it waits, in the transaction that wrote it down: one look at everybody, whoever they are.
 * Answers whether there is anybody.
 */
export const notifyEligibleApprovers = async (
  tx: Kysely<DB>,
  { person, businessDate }: Actor,
  task: ApprovalTask,
  { id, params, guarded }: { id: string; params: ApprovalRow['params']; guarded: boolean },
): Promise<boolean> => {
  const [candidates, matrix] = await Promise.all([
    findApproverCandidates(tx, { module: task.module, approvalId: id, today: businessDate }),
    findRoleGrants(tx, {}),
  ])
  const able = candidates
    .flatMap((one) => {
      const rank = rankApprover(one, task, matrix as RoleGrant[])
      return rank === undefined ? [] : [{ ...one, rank }]
    })
    .sort((one, other) => one.rank - other.rank)
  const checkers = selectGuardedApprovers(able, task, guarded).slice(0, maxNotifiedUsers)
  const absentIds = checkers.flatMap(({ employeeId }) => employeeId ?? [])
  const substitutes = absentIds.length > 0 ? await findApproverSubstitutes(tx, task, id, absentIds, businessDate) : []
  const userIds = [...new Set([...substitutes, ...checkers.map(({ userId }) => userId)])].slice(0, maxNotifiedUsers)
  const message = {
    kind: 'approval.waiting',
    params: { ...params, task: task.name, maker: person.fullName },
    link: `/crm/Aprobaciones/${id}`,
  } as const
  await notifyUsers(
    tx,
    userIds.map((userId) => ({ ...message, userId })),
  )
  return userIds.length > 0
}
