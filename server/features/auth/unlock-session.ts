import { verify } from '@node-rs/argon2'
import { decodeJwt } from 'jose'
import type * as contract from '#contract/auth.ts'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import { RefusalError } from '#rules/refusal-error.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { runInTransaction } from '#server/core/in-transaction.ts'
import type { EndpointDeps, HttpContext } from '#server/core/routes.ts'
import type { SessionUser } from '#server/core/session.ts'
import { consumeGoogleToken, verifyGoogleToken } from '#server/domain/google-sign-in.ts'
import { recordRegistryAuditEvent } from '#server/domain/registry-audit.ts'
import { checkWithThrottle, runInCheckQueue, toSignInAttempt } from '#server/domain/sign-in-throttle.ts'

type UnlockCredentials = { password_hash: string | null; google_subject: string | null; locked_at: string | null }
type UnlockInput = ParsedRequest<typeof contract.unlockSession>['body']
type CredentialCheck = { isRight: () => Promise<boolean>; refusal: RefusalError }

const findUnlockCredentialsSql = `
  select c.password_hash, u.google_subject, s.locked_at
    from session s join app_user u on u.id = s.user_id left join credential c on c.user_id = u.id where s.id = $1`

/** Google may issue its tokens by a clock that is so much behind, in milliseconds. */
const maxClockSkewMs = 60_000

/** The same account of Google's that signs in, and a token of after the lock: an older one may lie about in the browser. */
const isUnlockedByGoogle = async (
  deps: EndpointDeps,
  { email }: SessionUser,
  keys: UnlockCredentials,
  token: string,
): Promise<boolean> => {
  try {
    const google = await verifyGoogleToken(deps, token)
    const isMine = google.email === email && (keys.google_subject ?? google.subject) === google.subject
    const issuedAt = (decodeJwt(token).iat ?? 0) * 1000
    const isNew = keys.locked_at === null || issuedAt >= Date.parse(keys.locked_at) - maxClockSkewMs
    if (isMine && isNew) await consumeGoogleToken(deps, token)
    return isMine && isNew
  } catch (error) {
    if (error instanceof RefusalError && error.code === 'google.failed') return false
    throw error
  }
}

/** How this person can show who they are; throws `request.invalid` naming what is missing. */
const createCredentialCheck = (
  deps: EndpointDeps,
  person: SessionUser,
  keys: UnlockCredentials,
  { password, googleToken }: UnlockInput,
): CredentialCheck => {
  const { password_hash: hash } = keys
  if (hash && password !== undefined)
    return {
      isRight: () => runInCheckQueue(() => verify(hash, password)),
      refusal: buildRefusal('password.wrong', { fields: { password: 'wrong' } }),
    }
  if (!hash && googleToken !== undefined)
    return {
      isRight: () => isUnlockedByGoogle(deps, person, keys, googleToken),
      refusal: buildRefusal('google.failed'),
    }
  throw buildRefusal('request.invalid', { fields: { [hash ? 'password' : 'googleToken']: 'required' } })
}

/**
 * Opens a locked session for its own person: by the password, by Google where there is none. Wrong tries count with those of
 * signing in. Throws `password.wrong`, `google.failed`, `signIn.tooMany`.
 */
export const unlockSession = async (
  { person, prefix }: Ctx,
  { body }: ParsedRequest<typeof contract.unlockSession>,
  raw: HttpContext,
): Promise<ResponseBody<typeof contract.unlockSession>> => {
  const access = raw.deps.tenants.signIn()
  const event = { userId: person.userId, prefix }
  const [keys] = await access.queryPrepared<UnlockCredentials>('unlock keys', findUnlockCredentialsSql, [
    person.sessionId,
  ])
  const { isRight, refusal } = createCredentialCheck(raw.deps, person, keys!, body)
  if (!(await checkWithThrottle(access, toSignInAttempt(raw, person.email), isRight))) {
    await recordRegistryAuditEvent(access, raw, { ...event, action: 'unlock.refused' })
    throw refusal
  }
  return runInTransaction(access, async (tx) => {
    const opened = await tx.queryPrepared(
      'unlock session',
      'update session set locked_at = null where id = $1 and locked_at is not null returning id',
      [person.sessionId],
    )
    if (opened.length > 0) await recordRegistryAuditEvent(tx, raw, { ...event, action: 'unlock' })
    return { locked: false }
  })
}
