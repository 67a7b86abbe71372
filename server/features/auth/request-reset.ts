import { randomBytes } from 'node:crypto'
import { finished } from 'node:stream'
import type { passwordChange } from '#contract/auth.ts'
import type { Answer, Parsed } from '#contract/core/endpoint.ts'
import { inTransaction, type Within } from '#server/core/in-transaction.ts'
import { queueMail } from '#server/core/mail/queue-mail.ts'
import type { Raw } from '#server/core/serve.ts'
import { limitCalls } from '#server/domain/limit-calls.ts'
import { masked } from '#server/domain/masked.ts'
import { networkOf } from '#server/domain/network-of.ts'
import { linkFingerprint, passwordLink } from '#server/domain/password-link.ts'
import { auditRegistry } from '#server/domain/registry-audit.ts'
import { type Addressee, addresseeColumns } from './set-password.ts'

const fromAddress = [
  { most: 10, seconds: 60 },
  { most: 60, seconds: 3600 },
]
const forAccount = [
  { most: 5, seconds: 900 },
  { most: 10, seconds: 3600 },
]
/** However many addresses ask: nobody's mailbox is filled by strangers. */
const mostLinksAnHour = 10
const mostLiveLinks = 3
const linkMinutes = 30

/** One request for a person at a time, so that two at once count each other. */
const findPerson = `
  select ${addresseeColumns}
    from app_user u
    join entry e on e.user_id = u.id
    left join preference p on p.user_id = u.id
   where u.email = $1
     for no key update of u`

const endOlder = `
  update password_reset set used_at = $2
   where user_id = $1 and used_at is null and token_hash not in (
     select token_hash from password_reset where user_id = $1 and used_at is null and expires_at > $2
      order by created_at desc, token_hash limit $3)`

const makeLink = async (tx: Within, { serving, request }: Raw, person: Addressee): Promise<boolean> => {
  const now = serving.clock()
  const at = new Date(now).toISOString()
  const until = new Date(now + linkMinutes * 60_000).toISOString()
  await tx.fixed(
    'forget links',
    `delete from password_reset where user_id = $1 and created_at < $2::timestamptz - interval '1 day'`,
    [person.id, at],
  )
  const [lately] = await tx.fixed<{ links: number }>(
    'links lately',
    `select count(*)::int as links from password_reset where user_id = $1 and created_at > $2::timestamptz - interval '1 hour'`,
    [person.id, at],
  )
  if (lately!.links >= mostLinksAnHour) return false
  await tx.fixed('end older links', endOlder, [person.id, at, mostLiveLinks - 1])
  const token = randomBytes(32).toString('base64url')
  await tx.fixed(
    'new link',
    'insert into password_reset (token_hash, user_id, expires_at, address, created_at) values ($1, $2, $3, $4, $5)',
    [linkFingerprint(serving, token), person.id, until, request.ip, at],
  )
  await queueMail(tx, serving, {
    recipient: person.email,
    idioma: person.idioma,
    template: 'password.reset',
    facts: {
      name: person.full_name,
      prefix: person.home_prefix,
      address: request.ip,
      at,
      link: passwordLink(serving, token),
      until,
    },
  })
  return true
}

const sendLink = (raw: Raw, email: string): Promise<void> =>
  inTransaction(raw.serving.tenants.signIn(), async (tx) => {
    const [person] = await tx.fixed<Addressee>('who asks for a link', findPerson, [email])
    if (!person)
      return auditRegistry(tx, raw, { action: 'password.resetUnknown', userId: null, identity: masked(email) })
    const made = await makeLink(tx, raw, person)
    const action = made ? 'password.resetAsked' : 'password.resetTooMany'
    await auditRegistry(tx, raw, { action, userId: person.id, identity: email })
  })

/**
 * Sends the link that sets a new password, to whoever could sign in. The answer is out before anybody is looked for, so neither
 * its words nor its time tell whether there is such a person.
 */
export const requestReset = async (
  { query }: Parsed<typeof passwordChange>,
  raw: Raw,
): Promise<Answer<typeof passwordChange>> => {
  const { serving, request, reply } = raw
  const email = query.email.toLowerCase()
  const network = networkOf(request.ip)
  await limitCalls(serving, `password-change from ${network}`, fromAddress)
  await limitCalls(serving, `password-change for ${email} from ${network}`, forAccount)
  finished(reply.raw, () => {
    sendLink(raw, email).catch((error: unknown) => {
      request.log.error(
        { reason: error instanceof Error ? error.message : 'unknown', requestId: request.id },
        'no link was sent',
      )
    })
  })
  reply.type('text/plain; charset=utf-8')
  return 'Hemos enviado las instrucciones a tu email.'
}
