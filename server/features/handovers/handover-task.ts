import { type Kysely, sql } from 'kysely'
import type { ApprovalTaskName } from '#contract/approvals.ts'
import type { DB } from '#db/types.ts'
import type { Actor, ApprovalTask } from '#server/core/approval-task.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { hasRelativeInHandover } from '#server/domain/conflict-of-interest.ts'
import { auditHandover, toAuditOrigin } from './audit-and-notify.ts'
import { executeHandover, isReceiverEligible } from './execute-handover.ts'
import { findReleaseStatus } from './handover-release.ts'
import { type LockedHandover, lockHandover } from './lock-handover.ts'

type HandoverPayload = { handoverId: string }

/** The handover as it can still be agreed to by the doer. */
const lockProposedHandover = async (tx: Kysely<DB>, actor: Actor, handoverId: string): Promise<LockedHandover> => {
  const handover = await lockHandover(tx, handoverId)
  if (handover?.state !== 'proposed' || !(await isReceiverEligible(tx, handover)))
    throw buildRefusal('approval.changedSince')
  if (await hasRelativeInHandover(tx, actor.person, handoverId, actor.businessDate))
    throw buildRefusal('approval.ownRecord')
  return handover
}

/** Both sides have agreed: on its day or after it is carried out with the last word itself. */
const acceptHandover = async (tx: Kysely<DB>, actor: Actor, handover: LockedHandover, now: number): Promise<void> => {
  const { id, effectiveOn } = handover
  const { businessDate: today } = actor
  await tx.updateTable('handover').set({ state: 'accepted' }).where('id', '=', id).execute()
  if (effectiveOn <= today)
    await executeHandover(tx, { ...handover, state: 'accepted' }, { trace: toAuditOrigin(actor), today, now })
}

/**
 * Nothing comes of it: the word of the other side isn't asked for any more. One that is being given right now is passed over, and finds
 * that the handover is no longer proposed.
 */
const cancelPendingApprovals: NonNullable<ApprovalTask<ApprovalTaskName, HandoverPayload>['discardChange']> = async (
  tx,
  { payload: { handoverId }, approvalId },
  state,
) => {
  await tx.updateTable('handover').set({ state }).where('id', '=', handoverId).where('state', '=', 'proposed').execute()
  if (state === 'expired') return
  const { rows } = await sql<{ id: string; task: string }>`
    update approval a set state = 'withdrawn', decided_at = d.decided_at, decided_by = d.decided_by, decided_cvl = d.decided_cvl
      from approval d
     where d.id = ${approvalId} and a.id in (
       select o.id from approval o where o.entity = 'handover' and o.entity_id = ${handoverId} and o.state = 'pending' for update skip locked)
    returning a.id::text as id, a.task`.execute(tx)
  for (const { id, task } of rows) {
    const after = { state: 'withdrawn', task }
    await recordAuditEvent(tx, null, {
      action: 'approval.withdrawn',
      entity: 'approval',
      entityId: id,
      before: { state: 'pending' },
      after,
    })
  }
}

/** A handover that the receiver, or whoever may approve for them, accepts. */
export const handoverTask: ApprovalTask<'handover', HandoverPayload> = {
  name: 'handover',
  module: 'bt_Traspasos',
  secondFactor: false,
  getRecordPath: (handoverId) => handoverId && `/crm/Traspasos/${handoverId}`,
  carryOut: async (tx, actor, { payload: { handoverId }, approvalId, now }) => {
    const handover = await lockProposedHandover(tx, actor, handoverId)
    const release = await findReleaseStatus(tx, handover, now)
    if (release === 'missing') throw buildRefusal('approval.changedSince')
    const auditOrigin = toAuditOrigin(actor)
    const accepted = { acceptedBy: approvalId && auditOrigin.userId, acceptedAt: new Date(now).toISOString() }
    await tx.updateTable('handover').set(accepted).where('id', '=', handoverId).execute()
    if (approvalId !== null)
      await auditHandover(tx, auditOrigin, {
        id: handoverId,
        action: 'handover.accepted',
        before: { state: 'proposed' },
        after: { state: release === 'given' ? 'accepted' : 'proposed', effectiveOn: handover.effectiveOn },
      })
    if (release === 'given') await acceptHandover(tx, actor, handover, now)
  },
  discardChange: cancelPendingApprovals,
}

/**
 * Clients leave a portfolio on the word of whoever answers for it, where the proposer doesn't: neither who proposes nor who receives takes them
 * from somebody who isn't asked.
 */
export const handoverReleaseTask: ApprovalTask<'handoverRelease', HandoverPayload> = {
  name: 'handoverRelease',
  module: 'bt_Traspasos',
  secondFactor: false,
  guarded: true,
  soleDecider: 'line',
  getRecordPath: handoverTask.getRecordPath!,
  carryOut: async (tx, actor, { payload: { handoverId }, approvalId, now }) => {
    if (approvalId === null) return
    const handover = await lockProposedHandover(tx, actor, handoverId)
    const { state, acceptedAt } = handover
    const after = { state: acceptedAt === null ? state : 'accepted', effectiveOn: handover.effectiveOn }
    await auditHandover(tx, toAuditOrigin(actor), {
      id: handoverId,
      action: 'handover.released',
      before: { state },
      after,
    })
    if (acceptedAt !== null) await acceptHandover(tx, actor, handover, now)
  },
  discardChange: cancelPendingApprovals,
}
