import type { Answer, Parsed } from '#contract/core/endpoint.ts'
import type { noteMaturityCall, releaseMaturity } from '#contract/maturities.ts'
import { audit } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import type { Raw } from '#server/core/serve.ts'
import { assertNotOwnAccounts } from '#server/domain/too-near.ts'
import { visibleAccounts } from './chosen-accounts.ts'
import { lockParked, payParked } from './parked-maturity.ts'

export const noteCall = (
  ctx: Ctx,
  { params: { accountId }, body: { calledOn, note } }: Parsed<typeof noteMaturityCall>,
): Promise<{ id: string }> =>
  ctx.db.transaction().execute(async (tx) => {
    await visibleAccounts(tx, ctx, [accountId])
    await assertNotOwnAccounts(tx, ctx, [accountId])
    if (calledOn > ctx.businessDate) throw refuse('request.invalid', { fields: { calledOn: 'future' } })
    const noted = await tx
      .insertInto('maturityCall')
      .values({ accountId, calledOn, note, notedBy: ctx.person.userId })
      .returning('id')
      .executeTakeFirstOrThrow()
    const after = { calledOn }
    await audit(tx, ctx, { action: 'maturity.called', entity: 'account', entityId: accountId, after })
    return noted
  })

/** What waits leaves with the next batch of payments, whatever its instruction. */
export const release = (
  ctx: Ctx,
  { params: { accountId }, body: { reason } }: Parsed<typeof releaseMaturity>,
  { serving }: Raw,
): Promise<Answer<typeof releaseMaturity>> =>
  ctx.db.transaction().execute(async (tx) => {
    await visibleAccounts(tx, ctx, [accountId])
    await assertNotOwnAccounts(tx, ctx, [accountId])
    const parked = await lockParked(tx, accountId)
    return {
      amount: parked.payable,
      approvalId: await payParked(tx, ctx, parked, { reason, now: serving.clock() }),
    }
  })
