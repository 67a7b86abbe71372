import { type Kysely, sql } from 'kysely'
import type { ApprovalRow } from '#contract/approvals.ts'
import type { DB } from '#db/types.ts'
import type { ApprovalTask } from '#server/core/approval-task.ts'
import { recordAuditEvents } from '#server/core/audit.ts'
import { readStoredJson } from '#server/core/stored-json.ts'
import { notifyMakers } from './notify-maker.ts'

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
    if (expiredApprovals.length === 0) return
    const approvals = expiredApprovals.map((one) => ({
      ...one,
      params: readStoredJson<ApprovalRow['params']>(one.params),
    }))
    await tx
      .updateTable('approval')
      .set({ state: 'expired', decidedAt: at })
      .where('id', '=', sql<string>`any(${approvals.map(({ id }) => id)}::bigint[])`)
      .execute()
    for (const { id, task, payload } of approvals)
      await tasks
        .find(({ name }) => name === task)
        ?.discardChange?.(tx, { payload: readStoredJson<object>(payload), approvalId: id }, 'expired')
    await recordAuditEvents(
      tx,
      null,
      approvals.map(({ id, task, params }) => ({
        action: 'approval.expired',
        entity: 'approval',
        entityId: id,
        before: { state: 'pending' },
        after: { state: 'expired', task, ...params },
      })),
    )
    await notifyMakers(tx, approvals, 'expired')
  })
}
