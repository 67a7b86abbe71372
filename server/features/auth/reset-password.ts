import { hash, verify } from '@node-rs/argon2'
import type { resetPassword } from '#contract/auth.ts'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { runInTransaction } from '#server/core/in-transaction.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { toNetworkAddress } from '#server/domain/network-address.ts'
import { hashPasswordLinkToken } from '#server/domain/password-link.ts'
import { assertStrongPassword, type PasswordOwner } from '#server/domain/password-strength.ts'
import { assertWithinRateLimit } from '#server/domain/rate-limit.ts'
import { recordRegistryAuditEvent } from '#server/domain/registry-audit.ts'
import { runInCheckQueue, saveSignInPlace, toSignInAttempt } from '#server/domain/sign-in-throttle.ts'
import { setPassword } from './set-password.ts'

const addressRateLimits = [{ maxCalls: 20, seconds: 900 }]

const activeLinkCondition = `r.token_hash = $1 and r.used_at is null and r.expires_at > $2
   and exists (select from entry e where e.user_id = r.user_id)`

const findResetLinkSql = `
  select c.password_hash, u.email, u.username, u.full_name as "fullName", u.home_prefix as prefix
    from password_reset r join app_user u on u.id = r.user_id left join credential c on c.user_id = r.user_id where ${activeLinkCondition}`

type ResetLink = PasswordOwner & { password_hash: string | null }

/** Of two who come with the same link at once, one finds it used. */
const consumeLinkSql = `update password_reset r set used_at = $2 where ${activeLinkCondition} returning user_id`

const createLinkGoneError = () => buildRefusal('password.reset')

/** Sets the password of the person whom the link was sent to, and ends all their sessions. */
export const setPasswordByLink = async (
  { body }: ParsedRequest<typeof resetPassword>,
  raw: HttpContext,
): Promise<ResponseBody<typeof resetPassword>> => {
  const { deps, request } = raw
  await assertWithinRateLimit(deps, `password-resets from ${toNetworkAddress(request.ip)}`, addressRateLimits)
  const access = deps.tenants.signIn()
  const values = [hashPasswordLinkToken(deps, body.token), new Date(deps.clock()).toISOString()]

  const [link] = await access.queryPrepared<ResetLink>('find link', findResetLinkSql, values)
  if (!link) {
    await recordRegistryAuditEvent(access, raw, { action: 'password.refused', userId: null, details: { by: 'link' } })
    throw createLinkGoneError()
  }
  const before = link.password_hash
  // The link stays good: whoever typed the old password by habit, or a weak one, only types another one.
  if (before && (await runInCheckQueue(() => verify(before, body.password))))
    throw buildRefusal('password.sameAsBefore', { fields: { password: 'sameAsBefore' } })
  await assertStrongPassword(body.password, link)
  const passwordHash = await runInCheckQueue(() => hash(body.password))

  await runInTransaction(access, async (tx) => {
    const [used] = await tx.queryPrepared<{ user_id: string }>('use link', consumeLinkSql, values)
    if (!used) throw createLinkGoneError()
    const change = { userId: used.user_id, passwordHash, keptSession: null, action: 'password.reset' }
    const { email } = await setPassword(tx, raw, change)
    // Who they are is proven: what was guessed before makes them wait no longer, here least of all.
    await saveSignInPlace(tx, toSignInAttempt(raw, email))
  })
  return { changed: true }
}
