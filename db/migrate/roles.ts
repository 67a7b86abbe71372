import { createHmac } from 'node:crypto'
import type { Client } from 'pg'
import { type Prefix, prefixes } from '#contract/core/values.ts'

/** The login roles beside the owner: one for signing in, one for each prefix. */
export type LoginRole = 'signin' | Prefix
const loginRoles: readonly LoginRole[] = ['signin', ...prefixes]

export const roleName = (role: LoginRole): string => `atalaya_${role}`

/** A key of its own for each purpose, derived from the master secret; hex of 256 bits. */
export const deriveKey = (secret: string, purpose: string): string =>
  createHmac('sha256', secret).update(purpose).digest('hex')

/** The address of the same database for another login role. */
export const roleUrl = (ownerUrl: string, secret: string, role: LoginRole): string => {
  const url = new URL(ownerUrl)
  url.username = roleName(role)
  url.password = deriveKey(secret, `role:${roleName(role)}`)
  return url.toString()
}

/**
 * What a role's connections are set to. Lists are sent unnamed, so each is planned for its own values: a generic plan would ruin
 * `= any(team)`. Only statements that never change are prepared, and those may keep their plan.
 */
const settings = (role: LoginRole): Record<string, string> => ({
  search_path: role === 'signin' ? 'registry' : role,
  plan_cache_mode: 'auto',
  // What lists read is in memory: a plan is chosen by the rows it touches, not by pages it might fetch.
  seq_page_cost: '0.1',
  random_page_cost: '0.15',
  max_parallel_workers_per_gather: '0',
  jit: 'off',
  timezone: 'UTC',
})

/** Roles belong to the cluster, so they may exist already; their passwords follow the secret of this installation. */
export const ensureRoles = async (owner: Client, secret: string): Promise<void> => {
  const { rows } = await owner.query<{ rolname: string }>('select rolname from pg_roles where rolname = any($1)', [
    loginRoles.map(roleName),
  ])
  const known = new Set(rows.map((row) => row.rolname))
  const fingerprint = deriveKey(secret, 'role-passwords-of-these-settings-3')
  const stored = await owner.query<{ value: string }>(`select value from registry.installation where key = 'roles'`)
  if (stored.rows[0]?.value === fingerprint && known.size === loginRoles.length) return
  for (const role of loginRoles) {
    const name = owner.escapeIdentifier(roleName(role))
    const password = owner.escapeLiteral(deriveKey(secret, `role:${roleName(role)}`))
    const rights = `login nocreatedb nocreaterole noinherit password ${password}`
    await owner.query(`${known.has(roleName(role)) ? 'alter' : 'create'} role ${name} ${rights}`)
    for (const [key, value] of Object.entries(settings(role)))
      await owner.query(`alter role ${name} set ${key} = ${owner.escapeLiteral(value)}`)
  }
  await owner.query(
    `insert into registry.installation (key, value) values ('roles', $1) on conflict (key) do update set value = excluded.value, changed_at = now()`,
    [JSON.stringify(fingerprint)],
  )
}
