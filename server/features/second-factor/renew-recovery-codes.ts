import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type * as contract from '#contract/second-factor.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { runInTransaction } from '#server/core/in-transaction.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { confirmIdentity } from '#server/domain/identity-confirmation.ts'
import { notifyAccountOwner } from '#server/domain/notify-account-owner.ts'
import { recordRegistryAuditEvent } from '#server/domain/registry-audit.ts'
import { countFactors, lockFactors, replaceRecoveryCodes } from './factor-changes.ts'

/**
 * Ten new codes for somebody with a second factor, who is notified. A code or a passkey is given for it: the new ones open sessions for
 * as long as they last. Throws `secondFactor.none` for anybody else: there would be nothing to recover.
 */
export const renewRecoveryCodes = async (
  ctx: Ctx,
  { body }: ParsedRequest<typeof contract.renewRecoveryCodes>,
  raw: HttpContext,
): Promise<ResponseBody<typeof contract.renewRecoveryCodes>> => {
  await confirmIdentity(ctx, raw, body, { now: true })
  return runInTransaction(raw.deps.tenants.signIn(), async (tx) => {
    await lockFactors(tx, ctx)
    if ((await countFactors(tx, ctx)) === 0) throw buildRefusal('secondFactor.none')
    const { userId } = ctx.person
    const recoveryCodes = await replaceRecoveryCodes(tx, ctx, raw)
    await recordRegistryAuditEvent(tx, raw, { action: 'recoveryCodes.renewed', userId, prefix: ctx.prefix })
    await notifyAccountOwner(tx, { userId, kind: 'recoveryCodes.renewed', params: { address: raw.request.ip } })
    return { recoveryCodes }
  })
}
