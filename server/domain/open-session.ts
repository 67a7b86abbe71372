import type { Idioma, Prefix } from '#contract/core/values.ts'
import type { Raw } from '#server/core/serve.ts'
import { sessionHours } from '#server/core/session.ts'

/** Whoever may sign in, as the sign-in role reads them. */
export type Account = { id: string; email: string; username: string; idioma: Idioma; home_prefix: Prefix }

type Opened = { token: string; username: string; email: string; idioma: Idioma }

/**
 * Opens a session in a prefix and answers what the login calls say. A second factor that was given in the session before it
 * (a change of prefix) counts on.
 */
export const openSession = async (
  raw: Raw,
  account: Account,
  prefix: Prefix = account.home_prefix,
  before: { secondFactorAt: string | null; expiresAt: string } | null = null,
): Promise<Opened> => {
  const { serving, request } = raw
  const now = serving.clock()
  // Changing prefix doesn't make a working day longer.
  const expiresAt = before ? Date.parse(before.expiresAt) : now + sessionHours * 3_600_000
  const [row] = await serving.tenants.signIn().fixed<{ id: string }>(
    'open session',
    `insert into session (user_id, prefix, created_at, active_at, expires_at, address, agent, second_factor_at)
     values ($1, $2, $3, $3, $4, $5, $6, $7) returning id`,
    [
      account.id,
      prefix,
      new Date(now).toISOString(),
      new Date(expiresAt).toISOString(),
      request.ip,
      request.headers['user-agent']?.slice(0, 300) ?? null,
      before?.secondFactorAt ?? null,
    ],
  )
  const token = await serving.tokens.issue({ sessionId: row!.id, prefix, userId: account.id, expiresAt })
  return { token, username: account.username, email: account.email, idioma: account.idioma }
}
