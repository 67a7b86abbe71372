import type { RecordType } from '#server/core/record-type.ts'
import { findApprovalEligibilities, findApprovalViewers } from './approval-eligibility.ts'
import { findApprovalPowers, findVisibilityScope } from './approval-powers.ts'

const approvalModule = 'bt_Aprobaciones'

/** A change that waits for a second person, or waited for one. It is seen by whoever made it, decided it, or could decide it. */
export const approvalRecord: RecordType = {
  entity: 'approval',
  module: approvalModule,
  workActions: ['create'],
  activity: [
    'approval.proposed',
    'approval.approvedFirst',
    'approval.approved',
    'approval.rejected',
    'approval.withdrawn',
    'approval.expired',
  ],
  find: async (ctx, recordId, deps) => {
    const [found] = await findApprovalEligibilities(
      ctx.db,
      await findVisibilityScope(ctx, deps),
      [recordId],
      deps.clock(),
    )
    return found && { name: '' }
  },
  findViewers: async (db, recordId, people, { tasks, clock, businessDate }) => {
    const there = people.filter(({ rights }) => rights.may(approvalModule, 'view'))
    const powers = await findApprovalPowers(db, there, { tasks, now: clock(), businessDate })
    const userIds = await findApprovalViewers(
      db,
      recordId,
      there.map(({ userId }) => userId),
      powers,
    )
    return there
      .filter(({ userId }) => userIds.includes(userId))
      .map((viewer) => ({ viewer, link: `/crm/Aprobaciones/${recordId}` }))
  },
}
