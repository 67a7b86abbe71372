import { hash, verify } from '@node-rs/argon2'
import type { Answer, Parsed } from '#contract/core/endpoint.ts'
import type { Idioma, Prefix } from '#contract/core/values.ts'
import type { login } from '#contract/session.ts'
import { refuse } from '#server/core/errors.ts'
import type { Raw } from '#server/core/serve.ts'
import { sessionHours } from '#server/core/session.ts'
import type { Access } from '#server/core/tenancy.ts'
import { countAttempt, forgetAttempts, inTurn } from './slow-down.ts'

/** Verified in place of a hash that isn't there, so that an unknown person takes as long as a known one. */
const nobodysHash = hash('nobody has this password')

type Account = {
  id: string
  email: string
  username: string
  idioma: Idioma
  home_prefix: Prefix
  password_hash: string
}

const findAccount = `
  select u.id, u.email, u.username, u.idioma, u.home_prefix, c.password_hash
    from app_user u
    join credential c on c.user_id = u.id
    join membership m on m.user_id = u.id and m.prefix = u.home_prefix
   where u.disabled_at is null and (u.email = lower($1) or lower(u.username) = lower($1))
   order by u.email = lower($1) desc limit 1`

const remember = (signIn: Access, raw: Raw, what: { action: string; identity: string; userId: string | null }) =>
  signIn.fixed(
    'audit',
    'insert into audit_event (user_id, action, identity, address, request_id) values ($1, $2, $3, $4, $5)',
    [what.userId, what.action, what.identity, raw.request.ip, raw.request.id],
  )

const openSession = async (signIn: Access, account: Account, address: string, expiresAt: number): Promise<string> => {
  const [row] = await signIn.fixed<{ id: string }>(
    'open session',
    'insert into session (user_id, prefix, expires_at, address) values ($1, $2, $3, $4) returning id',
    [account.id, account.home_prefix, new Date(expiresAt).toISOString(), address],
  )
  return row!.id
}

/** Signs in with e-mail or user name, in the person's home prefix. */
export const signIn = async ({ query, body }: Parsed<typeof login>, raw: Raw): Promise<Answer<typeof login>> => {
  const identity = (body.identity ?? query.identity)?.toLowerCase()
  const password = body.password ?? query.password
  if (!identity || password === undefined)
    throw refuse('request.invalid', { fields: { [identity ? 'password' : 'identity']: 'required' } })
  const access = raw.serving.tenants.signIn()
  const address = raw.request.ip

  const [account] = await access.fixed<Account>('account', findAccount, [identity])
  // One person has one count, by whichever of their names they are tried.
  const counted = account?.email ?? identity
  await countAttempt(access, counted, address)
  const right = await inTurn(async () => verify(account?.password_hash ?? (await nobodysHash), password))
  if (!account || !right) {
    await remember(access, raw, { action: 'signIn.refused', identity, userId: account?.id ?? null })
    throw refuse('signIn.wrong', { message: 'Usuario o contraseña incorrectos' })
  }
  await forgetAttempts(access, counted, address)

  const expiresAt = raw.serving.clock() + sessionHours * 3_600_000
  const sessionId = await openSession(access, account, address, expiresAt)
  await remember(access, raw, { action: 'signIn', identity, userId: account.id })
  const token = await raw.serving.tokens.issue({
    sessionId,
    prefix: account.home_prefix,
    userId: account.id,
    expiresAt,
  })
  return { token, username: account.username, email: account.email, idioma: account.idioma }
}
