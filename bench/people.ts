import type { Role, Scope } from '#contract/permissions.ts'
import { type Tokens, tokensOf } from '#server/core/session.ts'
import { type Bench, prefix } from './home.ts'

/** Whose eyes the lists are seen through: a scope, and the demo user who has it. No role has a zone of itself: one is given it. */
export const scopes = { all: 'admin', team: 'supervisor', zone: 'banker', own: 'manager' } as const satisfies Record<
  Scope,
  Role
>
export type ScopeName = keyof typeof scopes
export const scopeNames = Object.keys(scopes) as ScopeName[]

const openSession = `
  insert into registry.session (user_id, prefix, expires_at)
  select m.user_id, m.prefix, now() + interval '12 hours'
    from registry.membership m join registry.app_user u on u.id = m.user_id
   where m.prefix = $1 and m.role = $2 and u.home_prefix = $1 order by m.user_id limit 1
  returning id, user_id, extract(epoch from expires_at)::float8 * 1000 as "expiresAt",
    (select json_build_object('username', username, 'email', email, 'idioma', idioma) from registry.app_user u where u.id = user_id) as "user"`

/** As the browser keeps it beside the token. */
type StoredUser = { username: string; email: string; idioma: string }
type SignedIn = { token: string; sessionId: string; userId: string; user: StoredUser }
type SessionRow = { id: string; user_id: string; expiresAt: number; user: StoredUser }

const giveZone = `
  insert into ${prefix}.role_grant (role, module, actions, scope) values ('${scopes.zone}', 'bt_Clientes', '{view,export}', 'zone')
  on conflict (role, module) do update set actions = excluded.actions, scope = excluded.scope`

/** A session of that role with its token, as sign-in would give it, without the second that a password's hash takes. */
export const signInAs = async (bench: Bench, role: Role): Promise<SignedIn> => {
  const tokens: Tokens = tokensOf(bench.secret, Date.now)
  if (role === scopes.zone) await bench.owner.query(giveZone)
  const { rows } = await bench.owner.query<SessionRow>(openSession, [prefix, role])
  const session = rows[0]
  if (!session) throw new Error(`no user of the role ${role} in the data`)
  const claims = { sessionId: session.id, prefix, userId: session.user_id, expiresAt: session.expiresAt } as const
  return { token: await tokens.issue(claims), sessionId: session.id, userId: session.user_id, user: session.user }
}

/** So many sessions of one role: each caller has its own, as people do. */
export const signInMany = async (bench: Bench, role: Role, count: number): Promise<string[]> => {
  const tokens: string[] = []
  for (let n = 0; n < count; n++) tokens.push((await signInAs(bench, role)).token)
  return tokens
}
