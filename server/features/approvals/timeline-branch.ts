import { sql } from 'kysely'
import type { TimelineBranch } from '#server/core/timeline-branch.ts'
import { approvalStateSql, responsibleEmployeeJoins } from '#server/domain/approval-subjects.ts'
import { findVisibilityScope } from './approval-powers.ts'
import { isVisibleApprovalSql } from './visible-approvals.ts'

/**
 * Changes of the client that needed a second person, as far as the caller sees approvals. Their reasons stand on their own page. What the caller may do
 * with them is left out: it takes longer to plan than all else of the timeline.
 */
export const approvalBranch: TimelineBranch = {
  kind: 'approval',
  module: 'bt_Aprobaciones',
  seenBy: 'ownRule',
  select: async (ctx, clientId, _, deps) => ({
    from: sql`approval a ${responsibleEmployeeJoins}`,
    where: sql`a.subject_client_id = ${clientId} and ${isVisibleApprovalSql(await findVisibilityScope(ctx, deps))}`,
    order: { at: sql`a.made_at`, id: sql`a.id` },
    what: sql`a.task`,
    state: approvalStateSql(deps.clock()),
    userId: sql`a.made_by`,
    path: sql`'/crm/Aprobaciones/' || a.id`,
  }),
}
