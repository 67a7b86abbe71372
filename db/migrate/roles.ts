import { createHmac } from 'node:crypto'
import type { Client } from 'pg'
import { type Prefix, prefixes } from '#contract/core/values.ts'

/** The login roles beside the owner: one for signing in, one for the queue of jobs, one for each prefix. */
export type LoginRole = 'signin' | 'jobs' | Prefix
export const loginRoles: readonly LoginRole[] = ['signin', 'jobs', ...prefixes]

export const toRoleName = (role: LoginRole): string => `atalaya_${role}`

/** A key of its own for each purpose, derived from the master secret; hex of 256 bits. */
export const deriveKey = (secret: string, purpose: string): string =>
  createHmac('sha256', secret).update(purpose).digest('hex')

/** The address of the same database for another login role. */
export const buildRoleUrl = (ownerUrl: string, secret: string, role: LoginRole): string => {
  const url = new URL(ownerUrl)
  url.username = toRoleName(role)
  url.password = deriveKey(secret, `role:${toRoleName(role)}`)
  return url.toString()
}

/** Of the roles that are of no prefix. */
const roleSearchPaths = { signin: 'registry', jobs: 'graphile_worker' } as const

/**
 * What a role's connections are set to. Lists are sent unnamed, so each is planned for its own values: a generic plan would ruin
 * `= any(team)`. Only statements that never change are prepared, and those may keep their plan.
 */
const buildRoleSettings = (role: LoginRole): Record<string, string> => ({
  search_path: roleSearchPaths[role as 'signin' | 'jobs'] ?? role,
  plan_cache_mode: 'auto',
  // What lists read is in memory: a plan is chosen by the rows it touches, not by pages it might fetch.
  seq_page_cost: '0.1',
  random_page_cost: '0.15',
  max_parallel_workers_per_gather: '0',
  jit: 'off',
  timezone: 'UTC',
})

/** What the server's log may say of a statement that failed: its reason, and no values of rows. Only who may say so sets it. */
const quietLogSettings: Record<string, string> = { log_error_verbosity: 'terse', log_min_error_statement: 'panic' }

type LoginRoleState = {
  role: LoginRole
  name: string
  exists: boolean
  mayChange: boolean
  expectedSettings: Record<string, string>
}

/** The roles that are missing or not set as they should be; all of them where their passwords aren't those of this secret. */
export const findOutdatedRoles = async (owner: Client, secret: string, isNew: boolean): Promise<LoginRoleState[]> => {
  const { rows } = await owner.query<{
    name: string
    exists: boolean
    config: string[]
    mayChange: boolean
    mayQuiet: boolean
  }>(
    `select w.name, r.rolcanlogin is not null as exists, coalesce(r.rolconfig, '{}') as config,
            case when r.oid is null or o.rolsuper or current_setting('server_version_num')::int < 160000 then o.rolcreaterole or o.rolsuper
                 else o.rolcreaterole and pg_has_role(r.oid, 'member with admin option') end as "mayChange",
            (select bool_and(has_parameter_privilege(p, 'set')) from unnest($2::text[]) p) as "mayQuiet"
       from unnest($1::text[]) w(name) left join pg_roles r on r.rolname = w.name, pg_roles o where o.rolname = current_user`,
    [loginRoles.map(toRoleName), Object.keys(quietLogSettings)],
  )
  const noted = isNew
    ? undefined
    : await owner.query(`select from registry.installation where key = 'roles' and value = $1`, [
        JSON.stringify(deriveFingerprint(secret)),
      ])
  return loginRoles.flatMap((role) => {
    const { name, exists, config, mayChange, mayQuiet } = rows.find((row) => row.name === toRoleName(role))!
    const expectedSettings = { ...buildRoleSettings(role), ...(mayQuiet && quietLogSettings) }
    // The server writes some names in its own way: TimeZone.
    const set = new Set(config.map((one) => one.toLowerCase()))
    const isSet = Object.entries(expectedSettings).every(([key, value]) => set.has(`${key}=${value}`.toLowerCase()))
    return noted?.rowCount === 1 && exists && isSet ? [] : [{ role, name, exists, mayChange, expectedSettings }]
  })
}

/** Something that the passwords of the roles follow from; noted, so that another secret is seen. */
const deriveFingerprint = (secret: string): string => deriveKey(secret, 'role-passwords-of-these-settings-3')

/** Makes the roles, or sets them anew. They belong to the cluster, so they may be there already; their passwords follow the secret of this installation. */
export const updateLoginRoles = async (
  owner: Client,
  secret: string,
  roles: readonly LoginRoleState[],
): Promise<void> => {
  for (const { role, exists, expectedSettings } of roles) {
    const name = owner.escapeIdentifier(toRoleName(role))
    const password = owner.escapeLiteral(deriveKey(secret, `role:${toRoleName(role)}`))
    const rights = `login nocreatedb nocreaterole noinherit password ${password}`
    await owner.query(`${exists ? 'alter' : 'create'} role ${name} ${rights}`)
    for (const [key, value] of Object.entries(expectedSettings))
      await owner.query(`alter role ${name} set ${key} = ${owner.escapeLiteral(value)}`)
  }
  await owner.query(
    `insert into registry.installation (key, value) values ('roles', $1) on conflict (key) do update set value = excluded.value, changed_at = now()`,
    [JSON.stringify(deriveFingerprint(secret))],
  )
}
