import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type * as contract from '#contract/external-positions.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { assertOpenPosition, assertPastDay, auditPosition, changeLockedPosition } from './lock-position.ts'

/** Closes a position: it counts no more in what the client has, and its values stay. */
export const closePosition = (
  ctx: Ctx,
  request: ParsedRequest<typeof contract.closeExternalPosition>,
): Promise<ResponseBody<typeof contract.closeExternalPosition>> =>
  changeLockedPosition(ctx, request, async (tx, position) => {
    const { closedOn, reason } = request.body
    assertOpenPosition(position)
    assertPastDay(ctx, 'closedOn', closedOn, position.since)
    await tx
      .updateTable('externalPosition')
      .set({ closedOn, closingReason: reason })
      .where('id', '=', position.id)
      .execute()
    await auditPosition(tx, ctx, 'externalPosition.closed', position, { after: { day: closedOn, reason } })
  })

/** Opens a closed position again, with the values that it had. */
export const reopenPosition = (
  ctx: Ctx,
  request: ParsedRequest<typeof contract.reopenExternalPosition>,
): Promise<ResponseBody<typeof contract.reopenExternalPosition>> =>
  changeLockedPosition(ctx, request, async (tx, position) => {
    const { closedOn, closingReason } = position
    if (closedOn === null) throw buildRefusal('externalPosition.open')
    await tx
      .updateTable('externalPosition')
      .set({ closedOn: null, closingReason: null })
      .where('id', '=', position.id)
      .execute()
    await auditPosition(tx, ctx, 'externalPosition.reopened', position, {
      before: { day: closedOn, reason: closingReason },
      after: {},
    })
  })
