import { hash, verify } from '@node-rs/argon2'
import type { changeOwnPassword } from '#contract/auth.ts'
import type { Answer, Parsed } from '#contract/core/endpoint.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import { inTransaction } from '#server/core/in-transaction.ts'
import type { Raw } from '#server/core/serve.ts'
import { passwordHolds } from '#server/domain/password-holds.ts'
import { assertStrongPassword } from '#server/domain/password-strength.ts'
import { auditRegistry } from '#server/domain/registry-audit.ts'
import { checkCounted, guessOf, inTurn } from '#server/domain/slow-down.ts'
import { setPassword } from './set-password.ts'

/** Changes my password; this session goes on, my others end. Somebody without one gets their first by the link of the e-mail. */
export const changeMyPassword = async (
  { person }: Ctx,
  { body }: Parsed<typeof changeOwnPassword>,
  raw: Raw,
): Promise<Answer<typeof changeOwnPassword>> => {
  const { userId, email, prefix, sessionId } = person
  const { serving } = raw
  const access = serving.tenants.signIn()
  const [credential] = await access.fixed<{ password_hash: string }>(
    'own password',
    'select password_hash from credential where user_id = $1',
    [userId],
  )
  // The count of signing in: a session left open is no second place to guess at.
  const right = await checkCounted(
    access,
    guessOf(raw, email),
    async () => credential !== undefined && inTurn(() => verify(credential.password_hash, body.current)),
  )
  if (!right) {
    await auditRegistry(access, raw, { action: 'password.refused', userId, prefix })
    throw refuse('password.wrong', { fields: { current: 'wrong' } })
  }
  if (body.password === body.current) throw refuse('password.sameAsBefore', { fields: { password: 'sameAsBefore' } })
  await assertStrongPassword(body.password, person)
  const passwordHash = await inTurn(() => hash(body.password))
  await inTransaction(access, async (tx) => {
    if (!(await passwordHolds(tx, userId, credential!.password_hash)))
      throw refuse('password.wrong', { fields: { current: 'wrong' } })
    await setPassword(tx, raw, { userId, passwordHash, keptSession: sessionId, action: 'password.changed' })
  })
  return { changed: true }
}
