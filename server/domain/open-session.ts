import type { Idioma, Prefix } from '#contract/core/values.ts'
import type { PreparedStatements } from '#server/core/in-transaction.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { sessionHours } from '#server/core/session.ts'
import { notifyAccountOwner } from './notify-account-owner.ts'
import { recordRegistryAuditEvent } from './registry-audit.ts'

/** Whoever may sign in, as the sign-in role reads them. They come in at `entry_prefix`: home, while they work there. */
export type SignInAccount = {
  id: string
  email: string
  username: string
  idioma: Idioma
  home_prefix: Prefix
  entry_prefix: Prefix
}

type OpenedSession = { token: string; username: string; email: string; idioma: Idioma }

const dayMs = 86_400_000
/** How long the places that somebody signed in from are remembered, in milliseconds. */
const knownPlaceMs = 90 * dayMs

const getUserAgent = ({ request }: HttpContext): string | null => request.headers['user-agent']?.slice(0, 300) ?? null

/**
 * Writes a session in a prefix, and gives what the login calls say. What the session before it had (a change of prefix) counts on:
 * its second factor, and its end, for changing prefix doesn't make a working day longer.
 */
export const insertSession = async (
  tx: PreparedStatements,
  raw: HttpContext,
  account: SignInAccount,
  prefix: Prefix,
  before: { secondFactorAt: string | null; expiresAt: string } | null = null,
): Promise<OpenedSession> => {
  const { deps, request } = raw
  const now = deps.clock()
  const expiresAt = before ? Date.parse(before.expiresAt) : now + sessionHours * 3_600_000
  const [row] = await tx.queryPrepared<{ id: string }>(
    'open session',
    `insert into session (user_id, prefix, created_at, active_at, expires_at, address, agent, second_factor_at)
     values ($1, $2, $3, $3, $4, $5, $6, $7) returning id`,
    [
      account.id,
      prefix,
      new Date(now).toISOString(),
      new Date(expiresAt).toISOString(),
      request.ip,
      getUserAgent(raw),
      before?.secondFactorAt ?? null,
    ],
  )
  const token = await deps.tokens.issue({ sessionId: row!.id, prefix, userId: account.id, expiresAt })
  return { token, username: account.username, email: account.email, idioma: account.idioma }
}

/** Somebody who has been here before, but not lately from this address with this browser, is told: it may not have been them. */
const notifyNewSignInPlace = async (tx: PreparedStatements, raw: HttpContext, userId: string): Promise<void> => {
  const { ip: address } = raw.request
  const agent = getUserAgent(raw)
  const since = new Date(raw.deps.clock() - knownPlaceMs).toISOString()
  const [place] = await tx.queryPrepared<{ new: boolean }>(
    'new place',
    `select exists (select from session where user_id = $1) and not exists (
       select from session where user_id = $1 and created_at > $4
          and address is not distinct from $2 and agent is not distinct from $3) as new`,
    [userId, address, agent, since],
  )
  if (place?.new)
    await notifyAccountOwner(tx, { userId, kind: 'signIn.newPlace', params: { address, agent: agent ?? '' } })
}

/** A bite of the sessions that nobody asks for any more. A person's last one stays: it tells that they have been here. */
const deleteOldSessions = async (tx: PreparedStatements, { deps }: HttpContext): Promise<void> => {
  await tx.queryPrepared(
    'clear sessions',
    `delete from session where id in (
       select s.id from session s
        where s.expires_at < $1 and exists (select from session n where n.user_id = s.user_id and n.created_at > s.created_at)
        order by s.expires_at limit 20 for update skip locked)`,
    [new Date(deps.clock() - knownPlaceMs).toISOString()],
  )
}

/** Signs a proven person in, and writes it down: opens a session where they come in, and tells them where it is a new place. */
export const openSession = async (
  tx: PreparedStatements,
  raw: HttpContext,
  account: SignInAccount,
  event: { identity: string; details?: object },
): Promise<OpenedSession> => {
  await notifyNewSignInPlace(tx, raw, account.id)
  const opened = await insertSession(tx, raw, account, account.entry_prefix)
  await deleteOldSessions(tx, raw)
  await recordRegistryAuditEvent(tx, raw, {
    ...event,
    action: 'signIn',
    userId: account.id,
    prefix: account.entry_prefix,
  })
  return opened
}
