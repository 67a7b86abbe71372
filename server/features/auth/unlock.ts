import { verify } from '@node-rs/argon2'
import { decodeJwt } from 'jose'
import type { unlock as contract } from '#contract/auth.ts'
import type { Answer, Parsed } from '#contract/core/endpoint.ts'
import { Refused } from '#rules/refused.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import { inTransaction } from '#server/core/in-transaction.ts'
import type { Raw, Serving } from '#server/core/serve.ts'
import type { Person } from '#server/core/session.ts'
import { takeGoogleToken, verifyGoogleToken } from '#server/domain/google.ts'
import { auditRegistry } from '#server/domain/registry-audit.ts'
import { checkCounted, guessOf, inTurn } from '#server/domain/slow-down.ts'

type Keys = { password_hash: string | null; google_subject: string | null; locked_at: string | null }
type Body = Parsed<typeof contract>['body']
type Check = { isRight: () => Promise<boolean>; refusal: Refused }

const findKeys = `
  select c.password_hash, u.google_subject, s.locked_at
    from session s join app_user u on u.id = s.user_id left join credential c on c.user_id = u.id where s.id = $1`

/** Google may issue its tokens by a clock that is so much behind, in milliseconds. */
const clocksDiffer = 60_000

/** The same account of Google's that signs in, and a token of after the lock: an older one may lie about in the browser. */
const byGoogle = async (serving: Serving, { email }: Person, keys: Keys, token: string): Promise<boolean> => {
  try {
    const google = await verifyGoogleToken(serving, token)
    const isMine = google.email === email && (keys.google_subject ?? google.subject) === google.subject
    const issuedAt = (decodeJwt(token).iat ?? 0) * 1000
    const isNew = keys.locked_at === null || issuedAt >= Date.parse(keys.locked_at) - clocksDiffer
    if (isMine && isNew) await takeGoogleToken(serving, token)
    return isMine && isNew
  } catch (error) {
    if (error instanceof Refused && error.code === 'google.failed') return false
    throw error
  }
}

/** How this person can show who they are; throws `request.invalid` naming what is missing. */
const checkOf = (serving: Serving, person: Person, keys: Keys, { password, googleToken }: Body): Check => {
  const { password_hash: hash } = keys
  if (hash && password !== undefined)
    return {
      isRight: () => inTurn(() => verify(hash, password)),
      refusal: refuse('password.wrong', { fields: { password: 'wrong' } }),
    }
  if (!hash && googleToken !== undefined)
    return { isRight: () => byGoogle(serving, person, keys, googleToken), refusal: refuse('google.failed') }
  throw refuse('request.invalid', { fields: { [hash ? 'password' : 'googleToken']: 'required' } })
}

/**
 * Opens a locked session for its own person: by the password, by Google where there is none. Wrong tries count with those of
 * signing in. Throws `password.wrong`, `google.failed`, `signIn.tooMany`.
 */
export const unlock = async (
  { person, prefix }: Ctx,
  { body }: Parsed<typeof contract>,
  raw: Raw,
): Promise<Answer<typeof contract>> => {
  const access = raw.serving.tenants.signIn()
  const event = { userId: person.userId, prefix }
  const [keys] = await access.fixed<Keys>('unlock keys', findKeys, [person.sessionId])
  const { isRight, refusal } = checkOf(raw.serving, person, keys!, body)
  if (!(await checkCounted(access, guessOf(raw, person.email), isRight))) {
    await auditRegistry(access, raw, { ...event, action: 'unlock.refused' })
    throw refusal
  }
  return inTransaction(access, async (tx) => {
    const opened = await tx.fixed(
      'unlock session',
      'update session set locked_at = null where id = $1 and locked_at is not null returning id',
      [person.sessionId],
    )
    if (opened.length > 0) await auditRegistry(tx, raw, { ...event, action: 'unlock' })
    return { locked: false }
  })
}
