import type { Role, Scope } from '#contract/permissions.ts'
import { buildSessionTokens, type SessionTokens } from '#server/core/session.ts'
import { type Bench, benchPrefix } from './home.ts'

/** Whose eyes the lists are seen through: a scope, and the demo user who has it. No role has a zone of itself: one is given it. */
export const rolesByScope = {
  all: 'admin',
  team: 'supervisor',
  zone: 'banker',
  own: 'manager',
} as const satisfies Record<Scope, Role>
export type ScopeName = keyof typeof rolesByScope
export const scopeNames = Object.keys(rolesByScope) as ScopeName[]

const insertSessionSql = `
  insert into registry.session (user_id, prefix, expires_at)
  select m.user_id, m.prefix, now() + interval '12 hours'
    from registry.membership m join registry.app_user u on u.id = m.user_id
   where m.prefix = $1 and m.role = $2 and u.home_prefix = $1 order by m.user_id limit 1
  returning id, user_id, extract(epoch from expires_at)::float8 * 1000 as "expiresAt",
    (select json_build_object('username', username, 'email', email, 'idioma', idioma) from registry.app_user u where u.id = user_id) as "user"`

/** As the browser keeps it beside the token. */
type StoredUser = { username: string; email: string; idioma: string }
type SignedInUser = { token: string; sessionId: string; userId: string; user: StoredUser }
type SessionRow = { id: string; user_id: string; expiresAt: number; user: StoredUser }

const insertZoneGrantSql = `
  insert into ${benchPrefix}.role_grant (role, module, actions, scope) values ('${rolesByScope.zone}', 'bt_Clientes', '{view,export}', 'zone')
  on conflict (role, module) do update set actions = excluded.actions, scope = excluded.scope`

/** A session of that role with its token, as sign-in would give it, without the second that a password's hash takes. */
export const signInAs = async (bench: Bench, role: Role): Promise<SignedInUser> => {
  const tokens: SessionTokens = buildSessionTokens(bench.secret, Date.now)
  if (role === rolesByScope.zone) await bench.owner.query(insertZoneGrantSql)
  const { rows } = await bench.owner.query<SessionRow>(insertSessionSql, [benchPrefix, role])
  const session = rows[0]
  if (!session) throw new Error(`no user of the role ${role} in the data`)
  const claims = {
    sessionId: session.id,
    prefix: benchPrefix,
    userId: session.user_id,
    expiresAt: session.expiresAt,
  } as const
  return { token: await tokens.issue(claims), sessionId: session.id, userId: session.user_id, user: session.user }
}

/** So many sessions of one role: each caller has its own, as people do. */
export const signInMany = async (bench: Bench, role: Role, count: number): Promise<string[]> => {
  const tokens: string[] = []
  for (let n = 0; n < count; n++) tokens.push((await signInAs(bench, role)).token)
  return tokens
}
