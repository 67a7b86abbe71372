import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type { recordMaturityCall, releaseMaturity } from '#contract/maturities.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { assertNoRelatedAccounts } from '#server/domain/conflict-of-interest.ts'
import { findVisibleAccountIds } from './account-selection.ts'
import { lockSuspendedMaturity, paySuspendedMaturity } from './suspended-maturity.ts'

export const saveMaturityCall = (
  ctx: Ctx,
  { params: { accountId }, body: { calledOn, note } }: ParsedRequest<typeof recordMaturityCall>,
): Promise<{ id: string }> =>
  ctx.db.transaction().execute(async (tx) => {
    await findVisibleAccountIds(tx, ctx, [accountId])
    await assertNoRelatedAccounts(tx, ctx, [accountId])
    if (calledOn > ctx.businessDate) throw buildRefusal('request.invalid', { fields: { calledOn: 'future' } })
    const noted = await tx
      .insertInto('maturityCall')
      .values({ accountId, calledOn, note, notedBy: ctx.person.userId })
      .returning('id')
      .executeTakeFirstOrThrow()
    const after = { calledOn }
    await recordAuditEvent(tx, ctx, { action: 'maturity.called', entity: 'account', entityId: accountId, after })
    return noted
  })

/** What waits leaves with the next batch of payments, whatever its instruction. */
export const releaseSuspendedMaturity = (
  ctx: Ctx,
  { params: { accountId }, body: { reason } }: ParsedRequest<typeof releaseMaturity>,
  { deps }: HttpContext,
): Promise<ResponseBody<typeof releaseMaturity>> =>
  ctx.db.transaction().execute(async (tx) => {
    await findVisibleAccountIds(tx, ctx, [accountId])
    await assertNoRelatedAccounts(tx, ctx, [accountId])
    const suspendedMaturity = await lockSuspendedMaturity(tx, accountId)
    return {
      amount: suspendedMaturity.payable,
      approvalId: await paySuspendedMaturity(tx, ctx, suspendedMaturity, { reason, now: deps.clock() }),
    }
  })
