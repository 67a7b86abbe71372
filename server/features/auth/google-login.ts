import type { loginWithGoogle } from '#contract/auth.ts'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import { RefusalError } from '#rules/refusal-error.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { runInTransaction } from '#server/core/in-transaction.ts'
import type { HttpContext } from '#server/core/routes.ts'
import type { DatabaseAccess } from '#server/core/tenancy.ts'
import { auditRateLimitRefusal } from '#server/domain/audit-rate-limit.ts'
import { consumeGoogleToken, verifyGoogleToken } from '#server/domain/google-sign-in.ts'
import { toNetworkAddress } from '#server/domain/network-address.ts'
import { notifyAccountOwner } from '#server/domain/notify-account-owner.ts'
import { openSession, type SignInAccount } from '#server/domain/open-session.ts'
import { assertWithinRateLimit } from '#server/domain/rate-limit.ts'
import { recordRegistryAuditEvent } from '#server/domain/registry-audit.ts'

/** An office full of people doesn't reach it. */
const addressRateLimits = [{ maxCalls: 30, seconds: 60 }]

type GoogleAccount = SignInAccount & { google_subject: string | null }

const findAccountSql = `
  select u.id, u.email, u.username, u.idioma, u.home_prefix, e.prefix as entry_prefix, u.google_subject
    from app_user u
    join entry e on e.user_id = u.id
   where u.email = $1`

/** Not where somebody else has it: an account of Google is one person here. */
const linkGoogleSubjectSql = `
  update app_user set google_subject = $2
   where id = $1 and google_subject is null and not exists (select from app_user o where o.google_subject = $2)
  returning id`

/**
 * True if the Google account is the one that first signed in with this e-mail; it is from now on if none was, and the person is
 * notified. An address that passes on to another person at Google doesn't pass on the access.
 */
const ownsGoogleSubject = async (
  access: DatabaseAccess,
  { request }: HttpContext,
  { id, email, google_subject }: GoogleAccount,
  subject: string,
): Promise<boolean> => {
  if (google_subject !== null) return google_subject === subject
  return runInTransaction(access, async (tx) => {
    const pinned = await tx.queryPrepared('pin google subject', linkGoogleSubjectSql, [id, subject])
    if (pinned.length === 0) return false
    await notifyAccountOwner(tx, { userId: id, kind: 'google.linked', params: { email, address: request.ip } })
    return true
  })
}

/** Signs in whom Google names, in the person's home prefix. */
export const signInWithGoogle = async (
  { body }: ParsedRequest<typeof loginWithGoogle>,
  raw: HttpContext,
): Promise<ResponseBody<typeof loginWithGoogle>> => {
  const { deps, request } = raw
  await assertWithinRateLimit(deps, `google-login from ${toNetworkAddress(request.ip)}`, addressRateLimits).catch(
    (error: unknown) =>
      auditRateLimitRefusal(raw, { account: 'google', identity: null, userId: null, details: { by: 'google' } }, error),
  )
  const access = deps.tenants.signIn()
  const verify = async () => {
    const verified = await verifyGoogleToken(deps, body.token)
    await consumeGoogleToken(deps, body.token)
    return verified
  }
  const { email, subject } = await verify().catch(async (error: unknown) => {
    const details = { by: 'google', reason: 'not verified' }
    if (error instanceof RefusalError && error.code === 'google.failed')
      await recordRegistryAuditEvent(access, raw, { action: 'signIn.refused', userId: null, details })
    throw error
  })
  const [account] = await access.queryPrepared<GoogleAccount>('google account', findAccountSql, [email])
  if (!account) {
    await recordRegistryAuditEvent(access, raw, {
      action: 'signIn.refused',
      identity: email,
      userId: null,
      details: { by: 'google' },
    })
    throw buildRefusal('google.unknown', { message: 'Usuario no encontrado en el sistema.' })
  }
  if (!(await ownsGoogleSubject(access, raw, account, subject))) {
    const details = { by: 'google', reason: 'another Google account' }
    await recordRegistryAuditEvent(access, raw, {
      action: 'signIn.refused',
      identity: email,
      userId: account.id,
      details,
    })
    throw buildRefusal('google.failed', { message: 'Error en el inicio de sesión con Google.' })
  }
  const event = { identity: email, details: { by: 'google' } }
  const { token, ...user } = await runInTransaction(access, (tx) => openSession(tx, raw, account, event))
  return { token, user }
}
