import type { Kysely } from 'kysely'
import type { DB } from '#db/types.ts'
import type { ApprovalTask } from '#server/core/approval-task.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import { notifyMaker } from './notify-maker.ts'

const maxExpiredPerRun = 100

/**
 * Ends changes that nobody has decided in time: tells their features and their makers. Each is over by the clock already; this writes it
 * down. Safe to run in every process: what another one is at is passed over.
 */
export const expireApprovals = async (db: Kysely<DB>, tasks: readonly ApprovalTask[], now: number): Promise<void> => {
  const at = new Date(now).toISOString()
  await db.transaction().execute(async (tx) => {
    const expiredApprovals = await tx
      .selectFrom('approval')
      .select(['id', 'task', 'params', 'payload', 'madeBy'])
      .where('state', '=', 'pending')
      .where('expiresAt', '<=', at)
      .orderBy('madeAt')
      .orderBy('id')
      .limit(maxExpiredPerRun)
      .forUpdate()
      .skipLocked()
      .execute()
    for (const { id, task, params, payload, madeBy } of expiredApprovals) {
      await tx.updateTable('approval').set({ state: 'expired', decidedAt: at }).where('id', '=', id).execute()
      const change = { payload: payload as object, approvalId: id }
      await tasks.find(({ name }) => name === task)?.drop?.(tx, change, 'expired')
      const [before, after] = [{ state: 'pending' }, { state: 'expired', task, ...(params as object) }]
      await recordAuditEvent(tx, null, { action: 'approval.expired', entity: 'approval', entityId: id, before, after })
      await notifyMaker(tx, { id, task, params: params as Record<string, string>, madeBy }, 'expired')
    }
  })
}
