import type { RecordType } from '#server/core/record-type.ts'
import { findAllJudged, findSeers } from './approvals.queries.ts'
import { findEyes, findPowers } from './powers.ts'

const module = 'bt_Aprobaciones'

/** A change that waits for a second person, or waited for one. It is seen by whoever made it, decided it, or could decide it. */
export const approvalRecord: RecordType = {
  entity: 'approval',
  module,
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
    const [found] = await findAllJudged(ctx.db, await findEyes(ctx, deps), [recordId], deps.clock())
    return found && { name: '' }
  },
  findViewers: async (db, recordId, people, { tasks, clock, businessDate }) => {
    const there = people.filter(({ rights }) => rights.may(module, 'view'))
    const powers = await findPowers(db, there, { tasks, now: clock(), businessDate })
    const userIds = await findSeers(
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
