import { sql } from 'kysely'
import type { TimelineBranch } from '#server/core/timeline-branch.ts'
import { findVisibilityScope } from './approval-powers.ts'
import { clientApprovalsSql } from './approvals.queries.ts'

/** Changes of the client that needed a second person, as far as the caller sees approvals. Their reasons stand on their own page. */
export const approvalBranch: TimelineBranch = {
  kind: 'approval',
  module: 'bt_Aprobaciones',
  seenBy: 'ownRule',
  select: async (ctx, clientId, _, deps) => ({
    from: sql`${clientApprovalsSql(await findVisibilityScope(ctx, deps), clientId, deps.clock())} s`,
    where: sql`true`,
    order: { at: sql`s.made_at`, id: sql`s.id` },
    what: sql`s.task`,
    state: sql`s.shown_state`,
    userId: sql`s.made_by`,
    path: sql`'/crm/Aprobaciones/' || s.id`,
  }),
}
