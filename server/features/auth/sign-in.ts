import { hash, verify } from '@node-rs/argon2'
import type { login } from '#contract/auth.ts'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { runInTransaction } from '#server/core/in-transaction.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { auditRateLimitRefusal } from '#server/domain/audit-rate-limit.ts'
import { maskEmail } from '#server/domain/mask-identifiers.ts'
import { openSession, type SignInAccount } from '#server/domain/open-session.ts'
import { isPasswordUnchanged } from '#server/domain/password-unchanged.ts'
import { recordRegistryAuditEvent } from '#server/domain/registry-audit.ts'
import { checkWithThrottle, runInCheckQueue, toSignInAttempt } from '#server/domain/sign-in-throttle.ts'

/** Verified in place of a hash that isn't there, so that an unknown person takes as long as a known one. */
const dummyPasswordHash = hash('nobody has this password')

type PasswordAccount = SignInAccount & { password_hash: string }

const findAccountSql = `
  select u.id, u.email, u.username, u.idioma, u.home_prefix, e.prefix as entry_prefix, c.password_hash
    from app_user u
    join credential c on c.user_id = u.id
    join entry e on e.user_id = u.id
   where u.email = lower($1) or lower(u.username) = lower($1)
   order by u.email = lower($1) desc limit 1`

/** Null where the password was replaced while it was checked. */
const openSessionIfUnchanged = (raw: HttpContext, account: PasswordAccount, identity: string) =>
  runInTransaction(raw.deps.tenants.signIn(), async (tx) => {
    if (!(await isPasswordUnchanged(tx, account.id, account.password_hash))) return null
    return openSession(tx, raw, account, { identity })
  })

/** Signs in with e-mail or user name, in the person's home prefix. */
export const signIn = async (
  { query, body }: ParsedRequest<typeof login>,
  raw: HttpContext,
): Promise<ResponseBody<typeof login>> => {
  const identity = (body.identity ?? query.identity)?.toLowerCase()
  const password = body.password ?? query.password
  if (!identity || password === undefined)
    throw buildRefusal('request.invalid', { fields: { [identity ? 'password' : 'identity']: 'required' } })
  const { deps } = raw
  const access = deps.tenants.signIn()
  const [account] = await access.queryPrepared<PasswordAccount>('account', findAccountSql, [identity])
  // One person has one count, by whichever of their names they are tried. Nobody's name may be a password in the wrong field.
  const nobody = deps.getSecretBox('sign-in').fingerprint(identity)
  const guess = toSignInAttempt(raw, account?.email ?? nobody)
  const attempt = { identity: account ? identity : maskEmail(identity), userId: account?.id ?? null }
  const right = await checkWithThrottle(
    access,
    guess,
    async () =>
      (await runInCheckQueue(async () => verify(account?.password_hash ?? (await dummyPasswordHash), password))) &&
      !!account,
  ).catch((error: unknown) => auditRateLimitRefusal(raw, { account: guess.account, ...attempt }, error))
  const opened = account && right && (await openSessionIfUnchanged(raw, account, identity))
  if (!opened) {
    await recordRegistryAuditEvent(access, raw, { action: 'signIn.refused', ...attempt })
    throw buildRefusal('signIn.wrong', { message: 'Usuario o contraseña incorrectos' })
  }
  return opened
}
