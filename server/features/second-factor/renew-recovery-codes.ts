import type { Answer, Parsed } from '#contract/core/endpoint.ts'
import type { renewRecoveryCodes as renewing } from '#contract/second-factor.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import { inTransaction } from '#server/core/in-transaction.ts'
import type { Raw } from '#server/core/serve.ts'
import { confirm } from '#server/domain/confirm.ts'
import { auditRegistry } from '#server/domain/registry-audit.ts'
import { tellPerson } from '#server/domain/tell-person.ts'
import { countFactors, holdGuards, replaceRecoveryCodes } from './guards.ts'

/**
 * Ten new codes for somebody with a second factor, who is notified. A code or a passkey is given for it: the new ones open sessions for
 * as long as they last. Throws `secondFactor.none` for anybody else: there would be nothing to recover.
 */
export const renewRecoveryCodes = async (
  ctx: Ctx,
  { body }: Parsed<typeof renewing>,
  raw: Raw,
): Promise<Answer<typeof renewing>> => {
  await confirm(ctx, raw, body, { now: true })
  return inTransaction(raw.serving.tenants.signIn(), async (tx) => {
    await holdGuards(tx, ctx)
    if ((await countFactors(tx, ctx)) === 0) throw refuse('secondFactor.none')
    const { userId } = ctx.person
    const recoveryCodes = await replaceRecoveryCodes(tx, ctx, raw)
    await auditRegistry(tx, raw, { action: 'recoveryCodes.renewed', userId, prefix: ctx.prefix })
    await tellPerson(tx, { userId, kind: 'recoveryCodes.renewed', params: { address: raw.request.ip } })
    return { recoveryCodes }
  })
}
