import type { ProposalResult } from '#contract/approvals.ts'
import type * as contract from '#contract/client-erasures.ts'
import type { ParsedRequest } from '#contract/core/endpoint.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { proposeForApproval } from '#server/domain/approvals.ts'
import { assertClientCorrectable } from '#server/domain/find-client.ts'
import { findErasurePlan } from './erasure-plan.ts'
import { clientErasureTask } from './erasure-task.ts'
import { lockErasableClient } from './request-erasure.ts'

/** Asks a second person to erase the client. Throws `erasure.notDue` before its day, and `erasure.*` where something stands in the way. */
export const proposeErasure = (
  ctx: Ctx,
  { params: { clientId }, body: { reason } }: ParsedRequest<typeof contract.proposeClientErasure>,
  { deps }: HttpContext,
): Promise<ProposalResult> =>
  ctx.db.transaction().execute(async (tx) => {
    const now = deps.clock()
    await assertClientCorrectable(tx, ctx, clientId)
    const { cvl } = await lockErasableClient(tx, clientId)
    const erasure = await tx
      .selectFrom('clientErasure')
      .select(['id', 'state'])
      .where('clientId', '=', clientId)
      .where('state', 'in', ['scheduled', 'due', 'asked'])
      .forUpdate()
      .executeTakeFirst()
    if (!erasure) throw buildRefusal('erasure.notAsked')
    if (erasure.state === 'asked') throw buildRefusal('erasure.pendingChanges')
    const plan = await findErasurePlan(tx, clientId, { today: ctx.businessDate, now, exceptApprovalId: null })
    const [obstacle] = plan.obstacles
    if (obstacle) throw buildRefusal(`erasure.${obstacle}`)
    if (plan.dueOn > ctx.businessDate) throw buildRefusal('erasure.notDue')
    const proposed = await proposeForApproval(
      tx,
      ctx,
      clientErasureTask,
      {
        payload: { erasureId: erasure.id },
        reason,
        entity: 'client',
        entityId: clientId,
        params: { who: cvl },
        // The reason may name the person, and the audit does not.
        audited: {},
        about: { clientId },
        assigneeId: null,
        always: true,
      },
      now,
    )
    await tx
      .updateTable('clientErasure')
      .set({ state: 'asked', approvalId: proposed.approvalId, dueOn: plan.dueOn, endedOn: plan.endedOn })
      .where('id', '=', erasure.id)
      .execute()
    return proposed
  })
