import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type * as contract from '#contract/second-factor.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { type PreparedStatements, runInTransaction } from '#server/core/in-transaction.ts'
import type { HttpContext } from '#server/core/routes.ts'
import {
  checkCodeWithThrottle,
  consumeRecoveryCode,
  consumeTotpCode,
  countRecoveryCodes,
} from '#server/domain/one-time-code.ts'
import { recordRegistryAuditEvent } from '#server/domain/registry-audit.ts'
import { verifyPasskey } from './authenticate-passkey.ts'
import { consumeChallenge } from './challenge.ts'
import { countFactors } from './factor-changes.ts'
import { findSecondFactor } from './second-factor.queries.ts'

/** How this session can be opened. */
export const findSecondFactorMethods = async (
  ctx: Ctx,
  _: unknown,
  raw: HttpContext,
): Promise<ResponseBody<typeof contract.getSecondFactorMethods>> => {
  const { totp, passkeys, recoveryCodesLeft, passkeysAt } = await findSecondFactor(raw.deps.tenants.signIn(), ctx, raw)
  return {
    totp: totp !== null,
    passkey: passkeys.length > 0 && passkeysAt !== null,
    recoveryCode: recoveryCodesLeft > 0,
  }
}

type SecondFactorBody = ParsedRequest<typeof contract.verifySecondFactor>['body']
type FactorVerifier = { name: string; take: (tx: PreparedStatements) => Promise<boolean> }

const chooseVerifier = async (
  ctx: Ctx,
  raw: HttpContext,
  { code, recoveryCode, passkey }: SecondFactorBody,
  at: string,
): Promise<FactorVerifier> => {
  if ([code, recoveryCode, passkey].filter((one) => one !== undefined).length !== 1)
    throw buildRefusal('request.invalid', { fields: { code: 'exactlyOne' } })
  if (code) return { name: 'app', take: (tx) => consumeTotpCode(tx, raw.deps, ctx.person, code) }
  if (!passkey)
    return { name: 'recoveryCode', take: (tx) => consumeRecoveryCode(tx, raw, ctx.person, recoveryCode ?? '', at) }
  // Gone before it is looked at: an answer that was wrong can't be tried again.
  const challenge = await consumeChallenge(raw.deps.tenants.signIn(), ctx, raw, 'use')
  return { name: 'passkey', take: (tx) => verifyPasskey(tx, ctx, raw, challenge, passkey) }
}

/** Opens the session that waited for it; in an open one it says again who is there. Throws `secondFactor.wrong`, `secondFactor.none`. */
export const verifySecondFactor = async (
  ctx: Ctx,
  { body }: ParsedRequest<typeof contract.verifySecondFactor>,
  raw: HttpContext,
): Promise<ResponseBody<typeof contract.verifySecondFactor>> => {
  const { person, prefix } = ctx
  const access = raw.deps.tenants.signIn()
  // One moment for the session and a recovery code: by it one can tell what opened the session.
  const at = new Date(raw.deps.clock()).toISOString()
  const way = await chooseVerifier(ctx, raw, body, at)
  if ((await countFactors(access, ctx)) === 0) throw buildRefusal('secondFactor.none')
  const event = { userId: person.userId, prefix, details: { way: way.name } }
  const right = await checkCodeWithThrottle(access, raw, person, () =>
    runInTransaction(access, async (tx) => {
      if (!(await way.take(tx))) return false
      await tx.queryPrepared('second factor given', 'update session set second_factor_at = $2 where id = $1', [
        person.sessionId,
        at,
      ])
      await recordRegistryAuditEvent(tx, raw, { ...event, action: 'secondFactor' })
      return true
    }),
  )
  if (!right) {
    await recordRegistryAuditEvent(access, raw, { ...event, action: 'secondFactor.refused' })
    throw buildRefusal('secondFactor.wrong')
  }
  return { open: true, recoveryCodesLeft: await countRecoveryCodes(access, person.userId) }
}
