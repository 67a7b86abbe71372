import { randomBytes } from 'node:crypto'
import { finished } from 'node:stream'
import type { requestPasswordReset } from '#contract/auth.ts'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import { type PreparedStatements, runInTransaction } from '#server/core/in-transaction.ts'
import { queueMail } from '#server/core/mail/queue-mail.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { maskEmail } from '#server/domain/mask-identifiers.ts'
import { toNetworkAddress } from '#server/domain/network-address.ts'
import { buildPasswordLink, hashPasswordLinkToken } from '#server/domain/password-link.ts'
import { assertWithinRateLimit } from '#server/domain/rate-limit.ts'
import { recordRegistryAuditEvent } from '#server/domain/registry-audit.ts'
import { type Addressee, addresseeColumns } from './set-password.ts'

const addressRateLimits = [
  { maxCalls: 10, seconds: 60 },
  { maxCalls: 60, seconds: 3600 },
]
const accountRateLimits = [
  { maxCalls: 5, seconds: 900 },
  { maxCalls: 10, seconds: 3600 },
]
/** However many addresses ask: nobody's mailbox is filled by strangers. */
const maxLinksPerHour = 10
const maxActiveLinks = 3
const linkLifetimeMinutes = 30

/** One request for a person at a time, so that two at once count each other. */
const findAddresseeSql = `
  select ${addresseeColumns}
    from app_user u
    join entry e on e.user_id = u.id
    left join preference p on p.user_id = u.id
   where u.email = $1
     for no key update of u`

const expireOlderLinksSql = `
  update password_reset set used_at = $2
   where user_id = $1 and used_at is null and token_hash not in (
     select token_hash from password_reset where user_id = $1 and used_at is null and expires_at > $2
      order by created_at desc, token_hash limit $3)`

const createResetLink = async (
  tx: PreparedStatements,
  { deps, request }: HttpContext,
  person: Addressee,
): Promise<boolean> => {
  const now = deps.clock()
  const at = new Date(now).toISOString()
  const until = new Date(now + linkLifetimeMinutes * 60_000).toISOString()
  await tx.queryPrepared(
    'forget links',
    `delete from password_reset where user_id = $1 and created_at < $2::timestamptz - interval '1 day'`,
    [person.id, at],
  )
  const [lately] = await tx.queryPrepared<{ links: number }>(
    'links lately',
    `select count(*)::int as links from password_reset where user_id = $1 and created_at > $2::timestamptz - interval '1 hour'`,
    [person.id, at],
  )
  if (lately!.links >= maxLinksPerHour) return false
  await tx.queryPrepared('end older links', expireOlderLinksSql, [person.id, at, maxActiveLinks - 1])
  const token = randomBytes(32).toString('base64url')
  await tx.queryPrepared(
    'new link',
    'insert into password_reset (token_hash, user_id, expires_at, address, created_at) values ($1, $2, $3, $4, $5)',
    [hashPasswordLinkToken(deps, token), person.id, until, request.ip, at],
  )
  await queueMail(tx, deps, {
    recipient: person.email,
    idioma: person.idioma,
    template: 'password.reset',
    facts: {
      name: person.full_name,
      prefix: person.home_prefix,
      address: request.ip,
      at,
      link: buildPasswordLink(deps, token),
      until,
    },
  })
  return true
}

const sendResetLink = (raw: HttpContext, email: string): Promise<void> =>
  runInTransaction(raw.deps.tenants.signIn(), async (tx) => {
    const [person] = await tx.queryPrepared<Addressee>('who asks for a link', findAddresseeSql, [email])
    if (!person)
      return recordRegistryAuditEvent(tx, raw, {
        action: 'password.resetUnknown',
        userId: null,
        identity: maskEmail(email),
      })
    const isLinkCreated = await createResetLink(tx, raw, person)
    const action = isLinkCreated ? 'password.resetAsked' : 'password.resetTooMany'
    await recordRegistryAuditEvent(tx, raw, { action, userId: person.id, identity: email })
  })

/**
 * Sends the link that sets a new password, to whoever could sign in. The answer is out before anybody is looked for, so neither
 * its words nor its time tell whether there is such a person.
 */
export const requestPasswordResetLink = async (
  { query }: ParsedRequest<typeof requestPasswordReset>,
  raw: HttpContext,
): Promise<ResponseBody<typeof requestPasswordReset>> => {
  const { deps, request, reply } = raw
  const email = query.email.toLowerCase()
  const network = toNetworkAddress(request.ip)
  await assertWithinRateLimit(deps, `password-change from ${network}`, addressRateLimits)
  await assertWithinRateLimit(deps, `password-change for ${email} from ${network}`, accountRateLimits)
  finished(reply.raw, () => {
    sendResetLink(raw, email).catch((error: unknown) => {
      request.log.error(
        { reason: error instanceof Error ? error.message : 'unknown', requestId: request.id },
        'no link was sent',
      )
    })
  })
  reply.type('text/plain; charset=utf-8')
  return 'Hemos enviado las instrucciones a tu email.'
}
