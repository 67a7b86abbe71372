import { sql } from 'kysely'
import type * as contract from '#contract/client-erasures.ts'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { endApproval, lockApproval } from '#server/domain/approvals.ts'
import { assertClientCorrectable } from '#server/domain/find-client.ts'
import { lockErasableClient } from './request-erasure.ts'

/** Takes the request back: the client is one like all others again, but for the consents that ended with it. */
export const withdrawErasure = (
  ctx: Ctx,
  { params: { clientId }, body: { reason } }: ParsedRequest<typeof contract.withdrawClientErasure>,
  { deps }: HttpContext,
): Promise<ResponseBody<typeof contract.withdrawClientErasure>> =>
  ctx.db.transaction().execute(async (tx) => {
    const now = deps.clock()
    await assertClientCorrectable(tx, ctx, clientId)
    const open = await tx
      .selectFrom('clientErasure')
      .select(['id', 'approvalId'])
      .where('clientId', '=', clientId)
      .where('state', 'in', ['scheduled', 'due', 'asked'])
      .executeTakeFirst()
    // Before what it is about: all who take both take them in this order.
    await lockApproval(tx, open?.approvalId ?? null)
    await lockErasableClient(tx, clientId)
    const withdrawn = await tx
      .updateTable('clientErasure')
      .set({
        state: 'withdrawn',
        withdrawnAt: new Date(now).toISOString(),
        withdrawnBy: ctx.person.userId,
        withdrawReason: reason,
      })
      .where('id', '=', open?.id ?? '0')
      .where('state', 'in', ['scheduled', 'due', 'asked'])
      .returning('id')
      .executeTakeFirst()
    if (!withdrawn) throw buildRefusal('conflict.changed')
    if (open?.approvalId) await endApproval(tx, ctx, open.approvalId, now)
    await tx
      .updateTable('client')
      .set({ restrictedAt: null, version: sql`version + 1` })
      .where('id', '=', clientId)
      .execute()
    await recordAuditEvent(tx, ctx, { action: 'client.erasureWithdrawn', entity: 'client', entityId: clientId })
    return { state: 'withdrawn' }
  })
