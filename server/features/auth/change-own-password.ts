import { hash, verify } from '@node-rs/argon2'
import type { changeOwnPassword } from '#contract/auth.ts'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { runInTransaction } from '#server/core/in-transaction.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { assertStrongPassword } from '#server/domain/password-strength.ts'
import { isPasswordUnchanged } from '#server/domain/password-unchanged.ts'
import { recordRegistryAuditEvent } from '#server/domain/registry-audit.ts'
import { checkWithThrottle, runInCheckQueue, toSignInAttempt } from '#server/domain/sign-in-throttle.ts'
import { setPassword } from './set-password.ts'

/** Changes my password; this session goes on, my others end. Somebody without one gets their first by the link of the e-mail. */
export const changeMyPassword = async (
  { person }: Ctx,
  { body }: ParsedRequest<typeof changeOwnPassword>,
  raw: HttpContext,
): Promise<ResponseBody<typeof changeOwnPassword>> => {
  const { userId, email, prefix, sessionId } = person
  const { deps } = raw
  const access = deps.tenants.signIn()
  const [credential] = await access.queryPrepared<{ password_hash: string }>(
    'own password',
    'select password_hash from credential where user_id = $1',
    [userId],
  )
  // The count of signing in: a session left open is no second place to guess at.
  const right = await checkWithThrottle(
    access,
    toSignInAttempt(raw, email),
    async () => credential !== undefined && runInCheckQueue(() => verify(credential.password_hash, body.current)),
  )
  if (!right) {
    await recordRegistryAuditEvent(access, raw, { action: 'password.refused', userId, prefix })
    throw buildRefusal('password.wrong', { fields: { current: 'wrong' } })
  }
  if (body.password === body.current)
    throw buildRefusal('password.sameAsBefore', { fields: { password: 'sameAsBefore' } })
  await assertStrongPassword(body.password, person)
  const passwordHash = await runInCheckQueue(() => hash(body.password))
  await runInTransaction(access, async (tx) => {
    if (!(await isPasswordUnchanged(tx, userId, credential!.password_hash)))
      throw buildRefusal('password.wrong', { fields: { current: 'wrong' } })
    await setPassword(tx, raw, { userId, passwordHash, keptSession: sessionId, action: 'password.changed' })
  })
  return { changed: true }
}
