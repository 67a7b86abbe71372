import { Secret } from 'otpauth'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type { beginTotpSetup, confirmTotpSetup } from '#contract/second-factor.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { type PreparedStatements, runInTransaction } from '#server/core/in-transaction.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { confirmIdentity } from '#server/domain/identity-confirmation.ts'
import { buildTotp, checkCodeWithThrottle, findTotpStep } from '#server/domain/one-time-code.ts'
import { recordRegistryAuditEvent } from '#server/domain/registry-audit.ts'
import { handleFactorAdded, lockFactors } from './factor-changes.ts'

/** A new secret. It waits beside the one in use, if there is one, so that a new telephone never leaves its owner without. */
export const createTotpSecret = async (
  ctx: Ctx,
  { body }: ParsedRequest<typeof beginTotpSetup>,
  raw: HttpContext,
): Promise<ResponseBody<typeof beginTotpSetup>> => {
  await confirmIdentity(ctx, raw, body)
  const access = raw.deps.tenants.signIn()
  const secret = new Secret({ size: 20 }).base32
  await access.queryPrepared(
    'begin totp',
    `insert into totp (user_id, next_secret, created_at) values ($1, $2, $3)
     on conflict (user_id) do update set next_secret = excluded.next_secret`,
    [ctx.person.userId, raw.deps.getSecretBox('totp').encrypt(secret), new Date(raw.deps.clock()).toISOString()],
  )
  return { secret, address: buildTotp(secret, ctx.person.email).toString() }
}

/**
 * The app counts from its first code on, and that code only here: `last_step` remembers it. Slowed down as all codes are: what
 * somebody else began in a session left open is not to be guessed. Throws `secondFactor.wrong`, or `secondFactor.none` where
 * nothing was begun.
 */
export const confirmTotpCode = async (
  ctx: Ctx,
  { body }: ParsedRequest<typeof confirmTotpSetup>,
  raw: HttpContext,
): Promise<ResponseBody<typeof confirmTotpSetup>> => {
  const { deps } = raw
  const access = deps.tenants.signIn()
  let recoveryCodes: string[] | null = null
  const take = async (tx: PreparedStatements): Promise<boolean> => {
    await lockFactors(tx, ctx)
    const [row] = await tx.queryPrepared<{ next_secret: string; replaces: boolean }>(
      'totp begun',
      'select next_secret, confirmed_at is not null as replaces from totp where user_id = $1 and next_secret is not null',
      [ctx.person.userId],
    )
    if (!row) throw buildRefusal('secondFactor.none')
    const step = findTotpStep(
      buildTotp(deps.getSecretBox('totp').decrypt(row.next_secret), ctx.person.email),
      body.code,
      deps.clock(),
    )
    if (step === null) return false
    await tx.queryPrepared(
      'confirm totp',
      'update totp set secret = next_secret, next_secret = null, confirmed_at = $2, last_step = $3 where user_id = $1',
      [ctx.person.userId, new Date(deps.clock()).toISOString(), step],
    )
    if (row.replaces)
      await recordRegistryAuditEvent(tx, raw, {
        action: 'secondFactor.replaced',
        userId: ctx.person.userId,
        prefix: ctx.prefix,
      })
    recoveryCodes = await handleFactorAdded(tx, ctx, raw, { way: 'app' })
    return true
  }
  if (!(await checkCodeWithThrottle(access, raw, ctx.person, () => runInTransaction(access, take))))
    throw buildRefusal('secondFactor.wrong', { fields: { code: 'wrong' } })
  return { recoveryCodes }
}
