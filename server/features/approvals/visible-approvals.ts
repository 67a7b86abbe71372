import { sql } from 'kysely'
import type { DB } from '#db/types.ts'
import { toJsonRecords } from '#server/core/column-names.ts'
import {
  type ApprovalSubject,
  approvalStateSql,
  approvalSubjectColumns,
  approvalSubjectCvlSql,
  approvalSubjectJoins,
  approvalSubjectNameSql,
  responsibleEmployeeJoins,
} from '#server/domain/approval-subjects.ts'
import { conflictOfInterestSql } from '#server/domain/conflict-of-interest.ts'
import { isRecentSupervisor } from '#server/domain/recent-supervisor.ts'
import type { ApprovalViewer, VisibilityScope } from './approval-powers.ts'
import type { DecisionFacts } from './decision-rights.ts'

const powersTableSql = ({ powers }: ApprovalViewer) =>
  sql`jsonb_to_recordset(${toJsonRecords(powers)}::jsonb) as p(rank int, absent_id bigint, absent_user_id bigint, named_by bigint,
    named_lately boolean, tasks text[], lately text[], direction boolean, "all" boolean, staff_ids bigint[], zone_id bigint)`

/** The power `p` holds the change `a`, which lies with the member of staff `w` of the office `wo`. */
export const powerCoversChangeSql = sql`(a.task = any(p.tasks) and (p."all" or w.id = any(p.staff_ids) or wo.zone_id = p.zone_id))`
const absentPersonSql = { userId: sql`p.absent_user_id`, employeeId: sql`p.absent_id` }
export const isMadeBySql = (userId: unknown) => sql<boolean>`coalesce(a.made_by = ${userId}::bigint, false)`
/** Made by whoever is stood in for, or by whoever chose who stands in: nobody names who checks what they make. */
const isMadeByDelegatorSql = sql<boolean>`(${isMadeBySql(sql`p.absent_user_id`)} or ${isMadeBySql(sql`p.named_by`)})`
/** A change that isn't decided with what somebody came to within a day. */
const needsSecondFactorSql = ({ strict }: ApprovalViewer) =>
  sql<boolean>`(a.guarded or a.task = any(${strict}::text[]))`
/** Whom it lies with, or somebody above them, was moved within a day into the team by which it is the viewer's to decide. */
const joinedTeamLatelySql = ({ employeeId }: ApprovalViewer, now: number) => {
  const decider = sql`coalesce(p.absent_id, ${employeeId}::bigint)`
  return sql<boolean>`(not p."all" and w.id <> ${decider} and ${isRecentSupervisor({ employeeId: sql`w.id`, headId: decider }, now)})`
}
/** The word is old enough; that of a guarded change is only lent by the absent one themselves. */
const isPowerOldEnoughSql = (
  viewer: ApprovalViewer,
  now: number,
) => sql<boolean>`not (${needsSecondFactorSql(viewer)} and (a.task = any(p.lately) or ${joinedTeamLatelySql(viewer, now)}
  or (p.absent_id is not null and p.named_lately and (a.guarded or p.named_by <> p.absent_user_id))
  or (p.absent_id is not null and a.guarded and p.named_by <> p.absent_user_id)))`
/** Somebody of direction is there to decide it who neither made it nor is too near to it. */
const hasDirectorSql = ({ directors, today }: ApprovalViewer) => sql<boolean>`exists (
  select from jsonb_to_recordset(${toJsonRecords(directors)}::jsonb) as n(user_id bigint, employee_id bigint, tasks text[])
   where a.task = any(n.tasks) and n.user_id <> a.made_by and not ${conflictOfInterestSql({ userId: sql`n.user_id`, employeeId: sql`n.employee_id` }, approvalSubjectColumns, today)})`
/** Whoever approved first isn't the second, nor by whom they stand in for or who named them. */
const gaveFirstApprovalSql = (viewer: ApprovalViewer) =>
  sql<boolean>`coalesce(a.first_by = ${viewer.userId}::bigint, false)`
const delegatedByFirstApproverSql = sql<boolean>`coalesce(p.absent_id is not null and (a.first_by in (p.absent_user_id, p.named_by) or a.first_behalf_id = p.absent_id), false)`
const canDecideGuardedSql = (viewer: ApprovalViewer) => sql<boolean>`(not a.guarded or p.direction
  or (not ${hasDirectorSql(viewer)} and not ${gaveFirstApprovalSql(viewer)} and not ${delegatedByFirstApproverSql}))`
const isWithinPowersSql = (viewer: ApprovalViewer) =>
  sql<boolean>`exists (select from ${powersTableSql(viewer)} where ${powerCoversChangeSql})`
const canSeeApprovalSql = (viewer: ApprovalViewer) =>
  sql<boolean>`(${isMadeBySql(viewer.userId)} or coalesce(a.decided_by = ${viewer.userId}::bigint, false) or ${isWithinPowersSql(viewer)})`
/** Somebody sees the change `a`, and whoever they look for does. */
export const isVisibleApprovalSql = ({ viewer, only }: VisibilityScope) =>
  sql<boolean>`(${canSeeApprovalSql(viewer)} and ${only ? canSeeApprovalSql(only) : sql`true`})`

/** The power decides the change, but for how long it has been there. */
const canDecideSql = (
  viewer: ApprovalViewer,
) => sql<boolean>`(${powerCoversChangeSql} and not ${isMadeBySql(viewer.userId)} and not ${conflictOfInterestSql(viewer, approvalSubjectColumns, viewer.today)}
  and not (p.absent_id is not null and (${isMadeByDelegatorSql} or ${conflictOfInterestSql(absentPersonSql, approvalSubjectColumns, viewer.today)})) and ${canDecideGuardedSql(viewer)})`

export type VisibleApproval = DecisionFacts & {
  id: string
  /** Approved with the word of direction, which is enough. */
  byDirection: boolean | null
  insteadOfId: string | null
} & Pick<
    DB['approval'],
    'task' | 'params' | 'reason' | 'entityId' | 'subjectClientId' | 'payload' | 'before' | 'after'
  > & { undoneRejections: number } & {
    [K in 'madeAt' | 'expiresAt' | 'decidedAt' | 'madeBy' | 'decidedBy' | 'madeCvl' | 'decidedCvl']: string
  } & { [K in 'firstBy' | 'firstCvl' | 'firstAt']: string | null } & { guarded: boolean } & {
    onBehalfOfId: string | null
    decisionReason: string | null
  } & ApprovalSubject

/**
 * The changes that somebody sees: those they made, decided, or could decide but for the rules, which stand beside each. Nobody decides
 * what they made or what they are too near to; standing in for somebody, nor what that person, or whoever named the substitute, made, nor what the absent one is too near to.
 */
export const visibleApprovalsSql = ({ viewer, only }: VisibilityScope, now: number) => sql<VisibleApproval>`(
    select a.*, coalesce(${approvalSubjectNameSql}, u.full_name) as about_name, ${approvalSubjectCvlSql} as client_cvl,
           ${approvalStateSql(now)} as shown_state,
           ${isMadeBySql(viewer.userId)} as mine, ${conflictOfInterestSql(viewer, approvalSubjectColumns, viewer.today)} as near, ${isWithinPowersSql(viewer)} as reached,
           exists (select from ${powersTableSql(viewer)} where ${powerCoversChangeSql} and ${isMadeByDelegatorSql}) as absent_made,
           a.first_by is not null and (${gaveFirstApprovalSql(viewer)}
             or exists (select from ${powersTableSql(viewer)} where ${powerCoversChangeSql} and ${delegatedByFirstApproverSql})) as gave_first, a.guarded and ${hasDirectorSql(viewer)} as of_direction,
           d.rank is null and exists (select from ${powersTableSql(viewer)} where ${canDecideSql(viewer)} and not ${isPowerOldEnoughSql(viewer, now)}) as early,
           d.rank, d.instead_of_id, d.by_direction
      from approval a ${responsibleEmployeeJoins}
      ${approvalSubjectJoins}
      left join lateral registry.people_named(array[a.subject_user_id]) u on x.id is null
      left join lateral (
        select p.rank, p.absent_id as instead_of_id, p.direction as by_direction from ${powersTableSql(viewer)}
         where ${canDecideSql(viewer)} and ${isPowerOldEnoughSql(viewer, now)}
         order by a.guarded and not p.direction, p.rank limit 1) d on true
     where ${isVisibleApprovalSql({ viewer, only })})`
