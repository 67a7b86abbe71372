import { hash, verify } from '@node-rs/argon2'
import type { resetPassword } from '#contract/auth.ts'
import type { Answer, Parsed } from '#contract/core/endpoint.ts'
import { refuse } from '#server/core/errors.ts'
import { inTransaction } from '#server/core/in-transaction.ts'
import type { Raw } from '#server/core/serve.ts'
import { limitCalls } from '#server/domain/limit-calls.ts'
import { networkOf } from '#server/domain/network-of.ts'
import { linkFingerprint } from '#server/domain/password-link.ts'
import { assertStrongPassword, type PasswordOwner } from '#server/domain/password-strength.ts'
import { auditRegistry } from '#server/domain/registry-audit.ts'
import { guessOf, inTurn, rememberPlace } from '#server/domain/slow-down.ts'
import { setPassword } from './set-password.ts'

const fromAddress = [{ most: 20, seconds: 900 }]

const live = `r.token_hash = $1 and r.used_at is null and r.expires_at > $2
   and exists (select from entry e where e.user_id = r.user_id)`

const findLink = `
  select c.password_hash, u.email, u.username, u.full_name as "fullName", u.home_prefix as prefix
    from password_reset r join app_user u on u.id = r.user_id left join credential c on c.user_id = r.user_id where ${live}`

type Link = PasswordOwner & { password_hash: string | null }

/** Of two who come with the same link at once, one finds it used. */
const useLink = `update password_reset r set used_at = $2 where ${live} returning user_id`

const gone = () => refuse('password.reset')

/** Sets the password of the person whom the link was sent to, and ends all their sessions. */
export const setPasswordByLink = async (
  { body }: Parsed<typeof resetPassword>,
  raw: Raw,
): Promise<Answer<typeof resetPassword>> => {
  const { serving, request } = raw
  await limitCalls(serving, `password-resets from ${networkOf(request.ip)}`, fromAddress)
  const access = serving.tenants.signIn()
  const values = [linkFingerprint(serving, body.token), new Date(serving.clock()).toISOString()]

  const [link] = await access.fixed<Link>('find link', findLink, values)
  if (!link) {
    await auditRegistry(access, raw, { action: 'password.refused', userId: null, details: { by: 'link' } })
    throw gone()
  }
  const before = link.password_hash
  // The link stays good: whoever typed the old password by habit, or a weak one, only types another one.
  if (before && (await inTurn(() => verify(before, body.password))))
    throw refuse('password.sameAsBefore', { fields: { password: 'sameAsBefore' } })
  await assertStrongPassword(body.password, link)
  const passwordHash = await inTurn(() => hash(body.password))

  await inTransaction(access, async (tx) => {
    const [used] = await tx.fixed<{ user_id: string }>('use link', useLink, values)
    if (!used) throw gone()
    const change = { userId: used.user_id, passwordHash, keptSession: null, action: 'password.reset' }
    const { email } = await setPassword(tx, raw, change)
    // Who they are is proven: what was guessed before makes them wait no longer, here least of all.
    await rememberPlace(tx, guessOf(raw, email))
  })
  return { changed: true }
}
