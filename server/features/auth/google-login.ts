import type { googleLogin } from '#contract/auth.ts'
import type { Answer, Parsed } from '#contract/core/endpoint.ts'
import { Refused } from '#rules/refused.ts'
import { refuse } from '#server/core/errors.ts'
import { inTransaction } from '#server/core/in-transaction.ts'
import type { Raw } from '#server/core/serve.ts'
import type { Access } from '#server/core/tenancy.ts'
import { auditTooMany } from '#server/domain/audit-too-many.ts'
import { takeGoogleToken, verifyGoogleToken } from '#server/domain/google.ts'
import { limitCalls } from '#server/domain/limit-calls.ts'
import { networkOf } from '#server/domain/network-of.ts'
import { type Account, openSession } from '#server/domain/open-session.ts'
import { auditRegistry } from '#server/domain/registry-audit.ts'
import { tellPerson } from '#server/domain/tell-person.ts'

/** An office full of people doesn't reach it. */
const fromAddress = [{ most: 30, seconds: 60 }]

type Known = Account & { google_subject: string | null }

const findAccount = `
  select u.id, u.email, u.username, u.idioma, u.home_prefix, e.prefix as entry_prefix, u.google_subject
    from app_user u
    join entry e on e.user_id = u.id
   where u.email = $1`

/** Not where somebody else has it: an account of Google is one person here. */
const pinSubject = `
  update app_user set google_subject = $2
   where id = $1 and google_subject is null and not exists (select from app_user o where o.google_subject = $2)
  returning id`

/**
 * True if the Google account is the one that first signed in with this e-mail; it is from now on if none was, and the person is
 * notified. An address that passes on to another person at Google doesn't pass on the access.
 */
const isTheirs = async (
  access: Access,
  { request }: Raw,
  { id, email, google_subject }: Known,
  subject: string,
): Promise<boolean> => {
  if (google_subject !== null) return google_subject === subject
  return inTransaction(access, async (tx) => {
    const pinned = await tx.fixed('pin google subject', pinSubject, [id, subject])
    if (pinned.length === 0) return false
    await tellPerson(tx, { userId: id, kind: 'google.linked', params: { email, address: request.ip } })
    return true
  })
}

/** Signs in whom Google names, in the person's home prefix. */
export const signInWithGoogle = async (
  { body }: Parsed<typeof googleLogin>,
  raw: Raw,
): Promise<Answer<typeof googleLogin>> => {
  const { serving, request } = raw
  await limitCalls(serving, `google-login from ${networkOf(request.ip)}`, fromAddress).catch((error: unknown) =>
    auditTooMany(raw, { account: 'google', identity: null, userId: null, details: { by: 'google' } }, error),
  )
  const access = serving.tenants.signIn()
  const verify = async () => {
    const verified = await verifyGoogleToken(serving, body.token)
    await takeGoogleToken(serving, body.token)
    return verified
  }
  const { email, subject } = await verify().catch(async (error: unknown) => {
    const details = { by: 'google', reason: 'not verified' }
    if (error instanceof Refused && error.code === 'google.failed')
      await auditRegistry(access, raw, { action: 'signIn.refused', userId: null, details })
    throw error
  })
  const [account] = await access.fixed<Known>('google account', findAccount, [email])
  if (!account) {
    await auditRegistry(access, raw, {
      action: 'signIn.refused',
      identity: email,
      userId: null,
      details: { by: 'google' },
    })
    throw refuse('google.unknown', { message: 'Usuario no encontrado en el sistema.' })
  }
  if (!(await isTheirs(access, raw, account, subject))) {
    const details = { by: 'google', reason: 'another Google account' }
    await auditRegistry(access, raw, { action: 'signIn.refused', identity: email, userId: account.id, details })
    throw refuse('google.failed', { message: 'Error en el inicio de sesión con Google.' })
  }
  const event = { identity: email, details: { by: 'google' } }
  const { token, ...user } = await inTransaction(access, (tx) => openSession(tx, raw, account, event))
  return { token, user }
}
