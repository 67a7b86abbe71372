import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type * as contract from '#contract/external-positions.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { assertOpenPosition, assertPastDay, auditPosition, changeLockedPosition } from './lock-position.ts'

/** Notes what a position is worth on a day; what was noted for that day before gives way, and stays in the audit. */
export const recordPositionValue = (
  ctx: Ctx,
  request: ParsedRequest<typeof contract.valueExternalPosition>,
  { deps }: HttpContext,
): Promise<ResponseBody<typeof contract.valueExternalPosition>> =>
  changeLockedPosition(ctx, request, async (tx, position) => {
    const { amount, asOf } = request.body
    assertOpenPosition(position)
    assertPastDay(ctx, 'asOf', asOf, position.since)
    const replaced = await tx
      .selectFrom('externalPositionValue')
      .where('positionId', '=', position.id)
      .where('asOf', '=', asOf)
      .select('amount')
      .executeTakeFirst()
    const value = { amount, notedBy: ctx.person.userId, notedAt: new Date(deps.clock()).toISOString() }
    await tx
      .insertInto('externalPositionValue')
      .values({ positionId: position.id, asOf, ...value })
      .onConflict((conflict) => conflict.columns(['positionId', 'asOf']).doUpdateSet(value))
      .execute()
    await auditPosition(tx, ctx, 'externalPosition.valued', position, {
      ...(replaced && { before: { amount: replaced.amount } }),
      after: { amount, day: asOf },
    })
  })

/** Takes away the value of a wrong day; what was noted before it counts again. */
export const removeValue = (
  ctx: Ctx,
  request: ParsedRequest<typeof contract.removeExternalValue>,
): Promise<ResponseBody<typeof contract.removeExternalValue>> =>
  changeLockedPosition(ctx, request, async (tx, position) => {
    const { asOf } = request.body
    const removed = await tx
      .deleteFrom('externalPositionValue')
      .where('positionId', '=', position.id)
      .where('asOf', '=', asOf)
      .returning('amount')
      .executeTakeFirst()
    if (!removed) throw buildRefusal('notFound')
    const left = await tx
      .selectFrom('externalPositionValue')
      .where('positionId', '=', position.id)
      .select('id')
      .limit(1)
      .executeTakeFirst()
    if (!left) throw buildRefusal('externalPosition.lastValue')
    await auditPosition(tx, ctx, 'externalPosition.valueRemoved', position, {
      before: { amount: removed.amount },
      after: { day: asOf },
    })
  })
