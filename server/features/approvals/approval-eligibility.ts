import { type Kysely, sql } from 'kysely'
import type { ApprovalRow } from '#contract/approvals.ts'
import type { DB } from '#db/types.ts'
import { toJsonRecords } from '#server/core/column-names.ts'
import { executeSteady } from '#server/core/steady-statement.ts'
import type { ApprovalPower, VisibilityScope } from './approval-powers.ts'
import { isMadeBySql, powerCoversChangeSql, type VisibleApproval, visibleApprovalsSql } from './visible-approvals.ts'

export type ApprovalEligibility = Pick<
  VisibleApproval,
  | 'id'
  | 'mine'
  | 'near'
  | 'reached'
  | 'absentMade'
  | 'early'
  | 'gaveFirst'
  | 'ofDirection'
  | 'byDirection'
  | 'rank'
  | 'insteadOfId'
  | 'shownState'
  | 'guarded'
  | 'firstBy'
  | 'decidedBy'
> & {
  payload: object
  madeBy: string
  task: string
  params: ApprovalRow['params']
}

/** Who of the people with these powers sees the change, by the rule of `sees`. */
export const findApprovalViewers = async (
  db: Kysely<DB>,
  approvalId: string,
  userIds: readonly string[],
  powers: readonly (ApprovalPower & { userId: string })[],
): Promise<string[]> => {
  const { rows } = await sql<{ userId: string }>`
    select u.user_id::text as user_id from unnest(${[...userIds]}::bigint[]) u(user_id)
      cross join approval a
      left join employee w on w.id = a.lies_with_id
      left join office wo on wo.id = w.office_id
     where a.id = ${approvalId}
       and (${isMadeBySql(sql`u.user_id`)} or coalesce(a.decided_by = u.user_id, false) or exists (
         select from jsonb_to_recordset(${toJsonRecords(powers)}::jsonb)
           as p(user_id bigint, tasks text[], "all" boolean, staff_ids bigint[], zone_id bigint)
          where p.user_id = u.user_id and ${powerCoversChangeSql}))`.execute(db)
  return rows.map(({ userId }) => userId)
}

/** What somebody may do with each of these changes, without those that they don't see. */
export const findApprovalEligibilities = async (
  db: Kysely<DB>,
  visibilityScope: VisibilityScope,
  approvalIds: readonly string[],
  now: number,
): Promise<ApprovalEligibility[]> => {
  // By key: the ids decide nothing of the plan.
  const query = sql<ApprovalEligibility>`
    select s.id, s.mine, s.near, s.reached, s.absent_made, s.early, s.gave_first, s.of_direction, s.by_direction, s.rank, s.instead_of_id, s.shown_state,
           s.guarded, s.first_by, s.decided_by, s.payload, s.made_by, s.task, s.params
      from ${visibleApprovalsSql(visibilityScope, now)} s where s.id = any(${[...approvalIds]}::bigint[])`
  return executeSteady(db, query.compile(db))
}

/** What somebody may do with one change; undefined where they don't see it. */
export const findApprovalEligibility = async (
  db: Kysely<DB>,
  visibilityScope: VisibilityScope,
  approvalId: string,
  now: number,
): Promise<ApprovalEligibility | undefined> =>
  (await findApprovalEligibilities(db, visibilityScope, [approvalId], now))[0]
